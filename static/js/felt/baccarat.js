// This felt is being drawn.

export function mount() {
  return { heard() {}, lost() {}, refused() {}, skip() {}, shown: (state) => ({ ...state, step: "live" }), render: () => false, changes: () => [], explain: () => null };
}

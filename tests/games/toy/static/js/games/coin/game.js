export function mount() {
  throw new Error("the coin is drawn by no browser");
}

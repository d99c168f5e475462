// The theme's templates hold expressions that Alpine's build for strict policies refuses: several statements in one, the name of a
// function or object of the window. Its own scripts declare the functions; a scope around the whole page offers the objects.

const REWRITTEN = [
  [/^(activeTab = [^;]*);\s*\$watch\('sidebarDesktopOpen'[^]*$/, "$1"],
  [/^(sidebarDesktopOpen = !sidebarDesktopOpen); localStorage\.[^]*$/, "storeSidebar($1)"],
  [/^if \(([^]*)\) (\w+\([^()]*\))$/, "$1 && $2"],
];

const offered = {
  getCurrentTab: () => globalThis.getCurrentTab(),
  storeSidebar: (open) => localStorage.setItem("sidebarDesktopOpen", open ? "1" : "0"),
  localStorage: { getItem: (name) => localStorage.getItem(name) },
  window: {
    location: {
      get pathname() {
        return location.pathname;
      },
      get search() {
        return location.search;
      },
      get hash() {
        return location.hash;
      },
      set href(address) {
        location.href = address;
      },
    },
  },
};

function rewriteExpressions() {
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      if (!name.startsWith("x-")) continue;
      const expression = value.trim();
      const rule = REWRITTEN.find(([pattern]) => pattern.test(expression));
      if (rule) element.setAttribute(name, expression.replace(...rule));
    }
  }
}

document.addEventListener("alpine:init", () => {
  const { Alpine, theme, searchForm, searchDropdown, searchCommand } = globalThis;
  // The scope of the whole page keeps getters as they are; a spread would read them once.
  Alpine.data("theme", (...given) => Object.assign(theme(...given), offered));
  Alpine.data("searchForm", searchForm);
  Alpine.data("searchDropdown", searchDropdown);
  Alpine.data("searchCommand", searchCommand);
  rewriteExpressions();
});

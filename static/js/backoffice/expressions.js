// The theme's templates contain expressions that Alpine's build for strict policies refuses: several
// statements, and names of functions or objects of the window. The theme's scripts declare the functions;
// a scope around the page offers the objects.

/** @type {any} */
// Alpine and the theme's functions are globals without types.
const page = globalThis;
/** @type {[RegExp, string][]} */
const REWRITTEN = [
  [/^(activeTab = [^;]*);\s*\$watch\('sidebarDesktopOpen'[^]*$/, "$1"],
  [/^(sidebarDesktopOpen = !sidebarDesktopOpen); localStorage\.[^]*$/, "storeSidebar($1)"],
  [/^if \(([^]*)\) (\w+\([^()]*\))$/, "$1 && $2"],
];

const offered = {
  getCurrentTab: () => page.getCurrentTab(),
  /** @param {boolean} open */
  storeSidebar: (open) => localStorage.setItem("sidebarDesktopOpen", open ? "1" : "0"),
  localStorage: { getItem: (/** @type {string} */ name) => localStorage.getItem(name) },
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
      set href(/** @type {string} */ address) {
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
      if (rule) element.setAttribute(name, expression.replace(rule[0], rule[1]));
    }
  }
}

document.addEventListener("alpine:init", () => {
  const { Alpine, theme, searchForm, searchDropdown, searchCommand } = page;
  // The scope of the whole page keeps getters as they are; a spread would read them once.
  Alpine.data("theme", (/** @type {any[]} */ ...options) => Object.assign(theme(...options), offered));
  Alpine.data("searchForm", searchForm);
  Alpine.data("searchDropdown", searchDropdown);
  Alpine.data("searchCommand", searchCommand);
  rewriteExpressions();
});

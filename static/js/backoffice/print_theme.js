// Pages are always printed in the light theme. After printing, the dark theme is restored.

const printing = matchMedia("print");
const root = document.documentElement;
let wasDark = false;

printing.addEventListener("change", () => {
  if (printing.matches) {
    wasDark = root.classList.contains("dark");
    root.classList.remove("dark");
  } else if (wasDark) {
    root.classList.add("dark");
  }
});

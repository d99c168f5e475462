// Paper is white: what is printed from a dark screen is printed as from a light one, and the screen is dark again afterwards.

const paper = matchMedia("print");
const root = document.documentElement;
let dark = false;

paper.addEventListener("change", () => {
  if (paper.matches) {
    dark = root.classList.contains("dark");
    root.classList.remove("dark");
  } else if (dark) {
    root.classList.add("dark");
  }
});

// Which module draws which game; only the one that the table plays is fetched.

export const GAMES = {
  "american-roulette": () => import("../felt/roulette.js"),
  "french-roulette": () => import("../felt/roulette.js"),
};

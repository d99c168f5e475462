// Which module draws which game; only the one that the table plays is fetched.

export const GAMES = {
  "american-roulette": () => import("../felt/roulette.js"),
  "french-roulette": () => import("../felt/roulette.js"),
  blackjack: () => import("../felt/blackjack.js"),
  baccarat: () => import("../felt/baccarat.js"),
  "caribbean-stud": () => import("../felt/stud.js"),
  "macau-stud": () => import("../felt/stud.js"),
  holdem: () => import("../felt/holdem.js"),
};

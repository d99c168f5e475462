// Which module draws which game; only the one that the table plays is fetched.

export const GAMES = {
  "american-roulette": () => import("../games/roulette/game.js"),
  "french-roulette": () => import("../games/roulette/game.js"),
  blackjack: () => import("../games/blackjack/game.js"),
  baccarat: () => import("../games/baccarat/game.js"),
  "caribbean-stud": () => import("../games/stud/game.js"),
  "macau-stud": () => import("../games/stud/game.js"),
  holdem: () => import("../games/holdem/game.js"),
};

// The module of each game. Only the module of the game that is played at the table is fetched.

export const GAMES = {
  "american-roulette": () => import("../games/roulette/game.js"),
  "french-roulette": () => import("../games/roulette/game.js"),
  blackjack: () => import("../games/blackjack/game.js"),
  baccarat: () => import("../games/baccarat/game.js"),
  "caribbean-stud": () => import("../games/stud/game.js"),
  "macau-stud": () => import("../games/stud/game.js"),
  holdem: () => import("../games/holdem/game.js"),
};

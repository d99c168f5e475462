// A draw done again by this browser alone, from what the house published, step by step.

import { recompute } from "../table/draw.js";

for (const form of document.querySelectorAll("form[data-verify]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show(form);
  });
}

async function show(form) {
  const given = Object.fromEntries(new FormData(form));
  const wheel = given.wheel.split("-");
  const shares = given.shares ? given.shares.split(",").map((share) => share.split(":")) : [];
  const draw = await recompute({
    table: given.table.trim(),
    round: given.round.trim(),
    seed: given.seed,
    nonces: Object.fromEntries(shares),
    pockets: wheel.length,
  });
  const steps = form.querySelector(".verify-steps");
  const number = wheel[draw.index];
  const words = draw.words.map(({ word, kept }) => (kept ? `${word} mod ${wheel.length} = ${draw.index}` : `${word} (${steps.dataset.thrown})`));
  const told = {
    commitment: draw.commitment,
    promise: draw.commitment === given.commitment ? steps.dataset.kept : steps.dataset.broken,
    label: draw.label,
    key: draw.key,
    words: words.join(", "),
    index: String(draw.index),
    number,
  };
  for (const [step, text] of Object.entries(told)) steps.querySelector(`[data-step="${step}"]`).textContent = text;
  steps.querySelector('[data-step="number"]').dataset.colour = steps.dataset.red.split(" ").includes(number) ? "red" : number.startsWith("0") ? "green" : "black";
  steps.hidden = false;
}

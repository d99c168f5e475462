// The hours that are left until each session, and the word that one has begun for whoever registered.

import { write } from "../dom.js";

const EVERY = 20_000;
const began = Date.now();
const language = document.documentElement.lang;
const said = new Intl.RelativeTimeFormat(language, { numeric: "always" });

function left(ms) {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes < 90) return said.format(minutes, "minute");
  if (minutes < 48 * 60) return said.format(Math.round(minutes / 60), "hour");
  return said.format(Math.round(minutes / 1440), "day");
}

function look() {
  for (const meeting of document.querySelectorAll(".meeting")) {
    const until = Number(meeting.dataset.starts) * 1000 - Date.now();
    const told = meeting.querySelector("[data-until]");
    if (told && until > 0) write(told, left(until));
    // A page that was open when the hour came: the seat is kept from now on.
    if (
      told && until <= 0 && meeting.dataset.mine === "true" && Number(meeting.dataset.starts) * 1000 > began
    ) {
      const news = document.querySelector("[data-begun]");
      news.querySelector("a").href = meeting.querySelector("h3 a").href;
      news.hidden = false;
    }
  }
}

look();
setInterval(look, EVERY);

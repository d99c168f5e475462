// What the public log says on this page: a line about the log itself, and the proof of a receipt.

import { el, pageData } from "../dom.js";
import { readStored, store } from "../table/stored.js";
import { checkReceiptInLog, readPolicy } from "../public_log/log.js";
import { beginAnew, lookAtLog } from "../public_log/memory.js";

/** @typedef {import("../public_log/memory.js").Seen} Seen */

const { words, root, language } = pageData("public-log-facts");
const BAD = ["smaller", "forked", "key", "broken"];
const KEPT = {
  read: () => readStored("feltro.log"),
  write: (/** @type {string} */ text) => store("feltro.log", text),
};

/** @param {string} code @param {Record<string, unknown>} [figures] */
const t = (code, figures = {}) =>
  /** @type {string} */ (words[code] ?? code).replace(
    /\{(\w+)\}/g,
    (placeholder, name) => (name in figures ? String(figures[name]) : placeholder),
  );

/** @param {string} name */
async function load(name) {
  const answer = await fetch(`${root}${name}`, { cache: name.startsWith("tile") ? "default" : "no-store" });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`the log answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** @param {number | null | undefined} at in milliseconds */
const timeText = (at) =>
  at
    ? new Intl.DateTimeFormat(language, {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: "Europe/Lisbon",
    })
      .format(new Date(at))
    : "";

/** @param {Seen} seen */
function sentence({ code, then, size, witnessed }) {
  return t(`log.${code}`, {
    then: timeText(then),
    size: size?.toLocaleString(language),
    at: timeText(witnessed && witnessed * 1000),
  });
}

/** @param {HTMLElement} line @param {Seen} seen */
function showLine(line, seen) {
  const isBad = BAD.includes(seen.code);
  line.dataset.kind = isBad ? "bad" : "";
  const parts = [el("p", {}, sentence(seen))];
  if (seen.evidence) {
    const content = new Blob([JSON.stringify(seen.evidence, null, 1)], { type: "application/json" });
    parts.push(el(
      "p",
      { class: "page-acts" },
      el(
        "a",
        { class: "button", href: URL.createObjectURL(content), download: "public-log-evidence.json" },
        t("log.evidence"),
      ),
      el("button", { class: "button quiet", type: "button", click: anew }, t("log.anew")),
    ));
  }
  line.setAttribute("role", isBad ? "alert" : "status");
  line.replaceChildren(...parts);

  function anew() {
    beginAnew(KEPT);
    look().then((now) => showLine(line, now));
  }
}

/** @returns {Promise<Seen>} */
const look = () => lookAtLog(KEPT, load).catch(() => ({ code: "unread", policy: "" }));

/** @param {HTMLElement} list @param {Seen} seen */
async function showReceipt(list, { policy }) {
  const checks = await checkReceiptInLog(pageData("receipt-facts"), await readPolicy(policy));
  list.replaceChildren(...checks.map(({ code, good, details: { missing, size, at } }) => {
    const said = good === undefined ? t(`log.missing.${missing}`) : t(`log.check.${code}`, {
      size: size?.toLocaleString(language),
      at: timeText(at && at * 1000),
    });
    const verdict = good !== undefined && el("strong", { class: "verdict" }, t(good ? "log.yes" : "log.no"));
    return el(
      "li",
      { "data-agrees": good === undefined ? null : String(good) },
      el("span", { class: "check-said" }, said),
      " ",
      verdict,
    );
  }));
}

const seen = await look();
for (const line of document.querySelectorAll("[data-public-log]")) {
  showLine(/** @type {HTMLElement} */ (line), seen);
}
const list = /** @type {HTMLElement | null} */ (document.querySelector("[data-receipt-in-log]"));
if (list) showReceipt(list, seen).catch(() => (list.textContent = t("log.unread")));

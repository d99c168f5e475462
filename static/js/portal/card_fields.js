// The fields of a card are the payment service's, in a frame of its origin: what is typed never reaches this page.
// The service says how tall they are and, at the end, which token stands for the card. The page then asks the
// house, which asks the service: a message moves no money.

const TALLEST = 2000; // pixels
const FIRST = "640"; // until the service says it

/** @type {((token: string) => void) | undefined} */
let ended;

/** @returns {HTMLElement | null} */
const place = () => document.querySelector("#card-fields");

/** @param {MessageEvent} event */
function hear(event) {
  const frame = place()?.querySelector("iframe");
  if (!frame || event.source !== frame.contentWindow || event.origin !== new URL(frame.src).origin) return;
  const { kind, height, token } = event.data ?? {};
  if (kind !== "payment-fields") return;
  if (Number.isInteger(height) && height > 0) frame.height = String(Math.min(height, TALLEST));
  if (typeof token === "string") ended?.(token);
}

/** @param {(token: string) => void} whenEnded */
export function showCardFields(whenEnded) {
  const shown = place();
  const { address, title } = shown?.dataset ?? {};
  if (!shown || !address || !title || shown.firstChild) return;
  ended = whenEnded;
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.height = FIRST;
  frame.referrerPolicy = "no-referrer";
  // It may not lead this page away.
  frame.setAttribute("sandbox", "allow-forms allow-same-origin allow-scripts");
  frame.src = address;
  shown.append(frame);
}

addEventListener("message", hear);

// The browser checks the signature of a receipt itself, beside what the house says of it.

import { pageData } from "../dom.js";
import { isGenuine } from "../table/verification/receipt.js";

const line = /** @type {HTMLElement} */ (document.querySelector("[data-receipt-signature]"));
const good = await isGenuine(pageData("receipt-facts"), pageData("receipt-keys"));
line.textContent = String(line.dataset[good === undefined ? "open" : good ? "yes" : "no"]);
line.dataset.kind = good === undefined ? "" : good ? "good" : "bad";
line.hidden = false;
if (good === false) line.setAttribute("role", "alert");
line.toggleAttribute("data-alarm", good === false);

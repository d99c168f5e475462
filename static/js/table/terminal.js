// deno-lint-ignore-file no-var
// Whether this browser has what a table needs. An old browser runs this file too, so it is no module and is
// written in the language of 2009. What is missing is said on the page, and the table does not start.
// [903-B 6.3.5.6]

(function () {
  "use strict";

  /** @param {"localStorage" | "sessionStorage"} name */
  function canStore(name) {
    try {
      window[name].setItem("feltro.terminal", "1");
      window[name].removeItem("feltro.terminal");
      return true;
    } catch (_error) {
      return false;
    }
  }

  /** @returns {string[]} */
  function missing() {
    var dialog = window.HTMLDialogElement;
    var found = [];
    if (!("noModule" in document.createElement("script"))) found.push("modules");
    if (typeof window.WebSocket !== "function") found.push("socket");
    if (!canStore("localStorage") || !canStore("sessionStorage")) found.push("storage");
    if (typeof dialog !== "function" || !("showModal" in dialog.prototype)) found.push("dialogs");
    if (!window.crypto || !window.crypto.getRandomValues) found.push("random");
    if (!window.Intl || !window.Intl.NumberFormat || !window.Intl.ListFormat) found.push("formats");
    return found;
  }

  var note = document.getElementById("terminal-note");
  var room = document.getElementById("table");
  var lacks = missing();
  if (!note || !room || lacks.length === 0) return;
  for (var at = 0; at < lacks.length; at += 1) {
    var line = note.querySelector('[data-need="' + lacks[at] + '"]');
    if (line) line.removeAttribute("hidden");
  }
  note.removeAttribute("hidden");
  room.setAttribute("data-lacks", lacks.join(" "));
})();

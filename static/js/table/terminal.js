// deno-lint-ignore-file no-var
// Whether this browser has what a table needs. An old browser runs this file too, so it is no module and is
// written in the language of 2009. What is missing is said on the page, and the table does not start.
// [903-B 6.3.5.6]

(function () {
  "use strict";

  var note = document.getElementById("terminal-note");
  var room = document.getElementById("table");
  var lacks = missing();
  var at = 0;
  var line;
  if (!note || !room || lacks.length === 0) return;
  for (at = 0; at < lacks.length; at += 1) {
    line = note.querySelector('[data-need="' + lacks[at] + '"]');
    if (line) line.removeAttribute("hidden");
  }
  note.removeAttribute("hidden");
  room.setAttribute("data-lacks", lacks.join(" "));

  /** @returns {string[]} */
  function missing() {
    var found = [];
    if (!("noModule" in document.createElement("script"))) found.push("modules");
    if (typeof WebSocket !== "function") found.push("socket");
    if (!canStore()) found.push("storage");
    if (typeof HTMLDialogElement !== "function" || !("showModal" in HTMLDialogElement.prototype)) {
      found.push("dialogs");
    }
    if (typeof crypto !== "object" || !crypto.getRandomValues) found.push("random");
    if (typeof Intl !== "object" || !Intl.NumberFormat || !Intl.ListFormat) found.push("formats");
    return found;
  }

  /** A setting may forbid even the look at a store. */
  function canStore() {
    var name = "feltro.terminal";
    try {
      localStorage.setItem(name, "1");
      localStorage.removeItem(name);
      sessionStorage.setItem(name, "1");
      sessionStorage.removeItem(name);
      return true;
    } catch (_error) {
      return false;
    }
  }
})();

// deno-lint-ignore-file no-var
// What the page of a table begins with, before its styles and other scripts, which take as long again: whether
// this browser has what a table needs, and the connection. An old browser runs this file too, so it is no module
// and is written in the language of 2009. What is missing is said on the page, and the table does not start.
// [903-B 6.3.5.6]

(function () {
  "use strict";

  var MOST_HEARD = 500; // messages that are kept for a script that never comes
  var lacks = missing();
  if (lacks.length === 0) {
    connect();
    return;
  }
  document.documentElement.setAttribute("data-lacks", lacks.join(" "));
  document.addEventListener("DOMContentLoaded", tell);

  function tell() {
    var note = document.getElementById("terminal-note");
    var at = 0;
    var line;
    if (!note) return;
    for (at = 0; at < lacks.length; at += 1) {
      line = note.querySelector('[data-need="' + lacks[at] + '"]');
      if (line) line.removeAttribute("hidden");
    }
    note.removeAttribute("hidden");
  }

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

  /** Asks for the snapshot, and keeps what is heard until `socket.js` takes the connection over. */
  function connect() {
    var script = document.getElementById("start");
    var path = script ? script.getAttribute("data-socket") : "";
    var scheme = location.protocol === "https:" ? "wss://" : "ws://";
    var socket = new WebSocket(scheme + location.host + path);
    /** @type {import("./socket.js").EarlySocket} */
    var early = { socket: socket, askedAt: 0, heard: [] };
    socket.onopen = function () {
      early.askedAt = performance.now();
      socket.send('{"t":"look"}');
    };
    socket.onmessage = function (event) {
      early.heard.push({ data: event.data, at: performance.now() });
      if (early.heard.length > MOST_HEARD) socket.close();
    };
    /** @type {any} */ (window).earlySocket = early;
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

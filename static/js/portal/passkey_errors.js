// The passkey library reports errors as events. The message is shown on the page, where a screen reader
// announces it.

document.addEventListener("allauth.error", (event) => {
  const message = document.getElementById("passkey-fault");
  if (!message) return;
  event.preventDefault();
  message.textContent = message.dataset.said ?? "";
});

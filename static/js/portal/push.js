// Registers this browser for notifications. The browser asks for permission after a press, never before.

const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("push-allow"));
const status = document.getElementById("push-status");

if (button && status && "PushManager" in globalThis && "serviceWorker" in navigator) {
  button.hidden = false;
  button.addEventListener("click", () => allow(button, status));
}

/** @param {string} text base64 as in URLs */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {HTMLButtonElement} button @param {HTMLElement} status */
async function allow(button, status) {
  const { key = "", url = "", token = "" } = button.dataset;
  if (await Notification.requestPermission() !== "granted") {
    status.textContent = status.dataset.denied ?? "";
    return;
  }
  try {
    const registration = await navigator.serviceWorker.ready;
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytes(key),
    });
    const { endpoint, keys } = subscription.toJSON();
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify({ endpoint, keys }),
    });
    status.textContent = (answer.ok ? status.dataset.done : status.dataset.failed) ?? "";
    button.hidden = answer.ok;
  } catch {
    status.textContent = status.dataset.failed ?? "";
  }
}

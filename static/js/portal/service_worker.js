// Registers the service worker, in the language of the page: it shows the offline page without a connection.

if ("serviceWorker" in navigator) {
  const language = document.documentElement.lang;
  navigator.serviceWorker.register(`/service-worker.js?${new URLSearchParams({ language })}`).catch(() => {
    // A browser that forbids service workers shows its own page.
  });
}

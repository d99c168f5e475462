// Registers the service worker, and tells it the language of the page: it shows the offline page without a
// connection. It is one worker for every language, so that a change of the language replaces nothing.

if ("serviceWorker" in navigator) {
  const { serviceWorker } = navigator;
  const register = async () => {
    await serviceWorker.register("/service-worker.js");
    const { active } = await serviceWorker.ready;
    active?.postMessage({ language: document.documentElement.lang });
  };
  const begin = () =>
    register().catch(() => {
      // A browser that forbids service workers shows its own page.
    });
  // Not while the page loads: what it keeps shares the line.
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin);
}

// Shows the offline page where the server cannot be reached, and the notifications that a player asked for. It
// keeps that page and its files, and nothing else.
{% autoescape off %}const OFFLINE = {{ offline }};
const KEPT = {{ kept }};{% endautoescape %}
const CACHE = `offline ${KEPT.join(" ")}`; // by release
const fresh = (url) => new Request(url, { cache: "reload" });

self.addEventListener("install", (event) => {
  self.skipWaiting();
  // Its files are named by their content, so the browser may have them already.
  const kept = KEPT.map((url) => (url === OFFLINE ? fresh(url) : url));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(kept)));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name !== CACHE;
  const deleteOld = (names) => Promise.all(names.filter(old).map((name) => caches.delete(name)));
  // A page is asked for while this worker starts, which takes long on a phone.
  event.waitUntil(Promise.all([caches.keys().then(deleteOld), self.registration.navigationPreload?.enable()]));
});

// A page says its language. The offline page is kept in the language of the last page.
self.addEventListener("message", (event) => event.waitUntil(keepIn(event.data.language)));

async function keepIn(language) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(OFFLINE);
  if (kept?.headers.get("Content-Language") !== language) await cache.add(fresh(OFFLINE));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    const answer = async () => (await event.preloadResponse) ?? fetch(request);
    event.respondWith(answer().catch(() => caches.match(OFFLINE)));
  } else if (request.method === "GET" && KEPT.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

const windows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });
const shows = (client, url) => new URL(client.url).pathname === url;

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data?.json() ?? {};
  const show = async () => {
    const seen = (await windows()).some((client) => shows(client, url) && client.visibilityState === "visible");
    // Who looks at the table knows already.
    if (!seen) await self.registration.showNotification(title, { body, tag, renotify: true, data: { url } });
  };
  if (title) event.waitUntil(show());
});

self.addEventListener("notificationclick", (event) => {
  const { url } = event.notification.data;
  event.notification.close();
  const open = async () => {
    const client = (await windows()).find((one) => shows(one, url));
    return client ? client.focus() : self.clients.openWindow(url);
  };
  event.waitUntil(open());
});

// Shows the offline page where the server cannot be reached. It keeps that page and its files, and nothing else.
{% autoescape off %}const OFFLINE = {{ offline }};
const KEPT = {{ kept }};{% endautoescape %}
const CACHE = `offline ${self.location.search} ${KEPT.join(" ")}`; // the language and the release

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT.map((url) => new Request(url, { cache: "reload" })))));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name !== CACHE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  } else if (request.method === "GET" && KEPT.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

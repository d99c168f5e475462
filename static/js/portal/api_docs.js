// The document of the API, drawn by the reader that ships with it; what is tried here is sent with the session's own token.
const place = document.getElementById("docs");

globalThis.SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  deepLinking: true,
  requestInterceptor(request) {
    request.headers["X-CSRFToken"] = place.dataset.token;
    return request;
  },
});

// Shows the API description with Swagger UI. Requests tried there carry the CSRF token of the session.

/** @type {any} */
// SwaggerUIBundle is a global of the bundled Swagger UI, which has no types.
const page = globalThis;
const container = /** @type {HTMLElement} */ (document.getElementById("docs"));

page.SwaggerUIBundle({
  url: container.dataset.schema,
  domNode: container,
  deepLinking: true,
  /** @param {{ headers: Record<string, string | undefined> }} request */
  requestInterceptor(request) {
    request.headers["X-CSRFToken"] = container.dataset.token;
    return request;
  },
});

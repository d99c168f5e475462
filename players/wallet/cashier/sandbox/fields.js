// Tells the page of the house around this frame how tall the fields are, and how the payment ended.
// What is typed stays here: the page gets a token, and no other page gets anything.
const told = document.querySelector("#told").dataset;

const tell = (message) => parent.postMessage({ kind: "payment-fields", ...message }, told.house);

if (told.house) {
  new ResizeObserver(() => tell({ height: Math.ceil(document.body.getBoundingClientRect().height) }))
    .observe(document.body);
  if ("ended" in told) tell({ token: told.token });
}

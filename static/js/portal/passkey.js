// The library reports a passkey that could not be used as an event: said on the page, where a screen reader hears it.
document.addEventListener("allauth.error", (event) => {
  const place = document.getElementById("passkey-fault");
  if (!place) return;
  event.preventDefault();
  place.textContent = place.dataset.said;
});

// The first page of all: it installs the service worker, which answers from then on. It is also shown where that fails.

/** Shows one of the texts of the page. @param {string} name @param {string} [why] */
function tell(name, why) {
  for (const text of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-text]'))) text.hidden = text.dataset.text !== name;
  const place = document.getElementById('why');
  if (place) place.textContent = why ?? '';
}

async function start() {
  const failed = document.documentElement.dataset.failed;
  if (failed) return tell('failed', decodeURIComponent(failed));
  if (!('serviceWorker' in navigator)) return tell('unsupported');
  const registration = await navigator.serviceWorker.register('service-worker.js');
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  if (!worker) return tell('failed');
  const settled = () => {
    if (worker.state === 'activated') location.reload();
    if (worker.state === 'redundant') tell('failed');
  };
  worker.addEventListener('statechange', settled);
  settled();
}

document.getElementById('again')?.addEventListener('click', () => location.reload());
start().catch((why) => tell('failed', String(why)));

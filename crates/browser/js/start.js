// The first page of all: it installs the service worker, which answers from then on. It is also shown where that fails.

/** Shows one of the texts of the page. @param {string} name @param {string} [why] */
function tell(name, why) {
  for (const text of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-text]'))) text.hidden = text.dataset.text !== name;
  const place = document.getElementById('why');
  if (place) place.textContent = why ?? '';
}

/** Shows only the visitor's language, where there is one of it. */
function choose() {
  const languages = [...new Set([...document.querySelectorAll('main [lang]')].map((text) => text.getAttribute('lang') ?? ''))];
  const best = navigator.languages.map((tag) => tag.split('-')[0]).find((tag) => languages.includes(tag ?? '')) ?? languages[0];
  for (const text of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('main [lang]'))) text.hidden = text.lang !== best;
  if (!best) return;
  document.documentElement.lang = best;
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `manifest.${best}.webmanifest`);
}

async function start() {
  choose();
  if (document.documentElement.dataset.away !== undefined) return tell('away');
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

for (const again of document.querySelectorAll('.again')) again.addEventListener('click', () => location.reload());
start().catch((why) => tell('failed', String(why)));

// Solves one game beside a page: the service worker must not compute for long, because it answers taps.

/// <reference path="./kosti.d.ts" />

importScripts('module.js');

addEventListener('message', async ({ data }) => {
  await wasm_bindgen({ module_or_path: fetch('module_bg.wasm') });
  const bytes = wasm_bindgen.solve(data);
  postMessage(bytes, bytes ? { transfer: [bytes.buffer] } : {});
});

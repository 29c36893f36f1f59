// Solves one game beside a page: the service worker must not compute for long, because it answers taps. Says how far it is.

/// <reference path="./kosti.d.ts" />

importScripts('solutions.js', 'module.js');

addEventListener('message', async ({ data: { name, text } }) => {
  await wasm_bindgen({ module_or_path: fetch('module_bg.wasm') });
  const began = performance.now();
  const bytes = await kostiSolver.solve(name, text);
  postMessage({ bytes, took: performance.now() - began }, bytes ? { transfer: [bytes.buffer] } : {});
});

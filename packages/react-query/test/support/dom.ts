import { Window } from "happy-dom";

/**
 * A document for React, in Node: `fetch`, `URL` and streams stay those of Node, which the client is tested with, and which
 * an environment of Vitest would replace.
 */
const window = new Window({ url: "http://page.example/" });
Object.assign(globalThis, { window, document: window.document });
for (const name of ["HTMLElement", "HTMLIFrameElement", "Element", "Node", "MutationObserver"])
  Object.assign(globalThis, { [name]: Reflect.get(window, name) });

import { porticoHandlers } from "@portico/msw";
import { setupWorker } from "msw/browser";

/** Answers every request for the gateway in the page itself. The page starts when this is ready. */
await setupWorker(...porticoHandlers()).start({
  quiet: true,
  serviceWorker: { url: new URL("mockServiceWorker.js", document.baseURI).pathname },
});

import { porticoHandlers } from "@portico/msw";
import { setupWorker } from "msw/browser";
import { seededWorld } from "../seed/index.ts";
import { signedInKept as kept } from "../seed/people.ts";

/** Who has signed in: a page that is loaded again begins the world again, but stays signed in. */
const signedInAs = ["management", "ordinary"].find(
  (kind): kind is "management" | "ordinary" => kind === sessionStorage.getItem(kept),
);

performance.mark("seed");
const state = seededWorld(new Date(), { signedInAs: signedInAs ?? null });
performance.measure("seeded world", "seed");
const worker = setupWorker(...porticoHandlers({ state }));

worker.events.on("response:mocked", ({ request, response }) => {
  const { pathname } = new URL(request.url);
  if (request.method === "DELETE" && /\/sessions?$/.test(pathname)) sessionStorage.removeItem(kept);
  if (request.method === "POST" && pathname.endsWith("/session") && response.ok)
    void response
      .clone()
      .json()
      .then(({ data }) =>
        sessionStorage.setItem(kept, data.role === "holder" ? "ordinary" : "management"),
      );
});

/** Answers every request for the gateway in the page itself. The page starts when this is ready. */
await worker.start({
  quiet: true,
  // The page itself and its files.
  onUnhandledFrame: "bypass",
  serviceWorker: { url: new URL("mockServiceWorker.js", document.baseURI).pathname },
});

// Modules beside each other do not wait for each other, so the page is imported when the handlers are ready.
await import("./main.tsx");

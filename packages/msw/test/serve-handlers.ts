import { http } from "msw";
import { setupServer } from "msw/node";
import { porticoHandlers } from "../src/index.ts";
import { sharedSession } from "../src/session.ts";

export interface ServedHandlers extends Disposable {
  /** Of the API. */
  readonly baseUrl: string;
}

/** The handlers in this process, at an origin that no server has; what lies beside the API is answered there, too. */
export function serveHandlers(origin: string): ServedHandlers {
  const baseUrl = `${origin}/api/v1`;
  const server = setupServer(
    ...porticoHandlers({ baseUrl, paceMs: 0 }),
    http.all(`${origin}/*`, ({ request }) => sharedSession.handle(request, undefined)),
  );
  server.listen({ onUnhandledFrame: "bypass" });
  return {
    baseUrl,
    [Symbol.dispose]() {
      server.close();
      // Files of one worker share the session: the next one begins with what the contract's examples show.
      sharedSession.reset();
    },
  };
}

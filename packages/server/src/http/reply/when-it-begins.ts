import type { Reply } from "../../operations/operation.ts";

/** Calls back where the reply begins: with its first event, if it is a stream. */
export function whenItBegins<Body>(reply: Reply<Body>, begin: () => void): Reply<Body> {
  if (reply.type !== "events") {
    begin();
    return reply;
  }
  const headers = () => {
    begin();
    return reply.headers?.() ?? {};
  };
  return { ...reply, headers };
}

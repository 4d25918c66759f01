import type { Side } from "./side.ts";

/** One deliberate difference in what a side answers. */
type Twist = (reply: Response, text: string) => { text?: string; init?: ResponseInit };

const withText =
  (change: (text: string) => string): Twist =>
  (_, text) => ({ text: change(text) });
const frames = (text: string) => text.split(/(?<=\n\n)/);
const withFrames = (change: (all: string[]) => string[]) =>
  withText((text) => change(frames(text)).join(""));

/** Of any reply. */
export const twistsOfReplies: Readonly<Record<string, Twist>> = {
  "another status": (reply) => ({ init: { status: reply.status + 1 } }),
  "no header with the request's id": (reply) => ({
    init: { headers: without(reply, "x-request-id") },
  }),
  "another media type": (reply) => ({
    init: { headers: { ...Object.fromEntries(reply.headers), "content-type": "text/plain" } },
  }),
  "a field less": withText((text) => JSON.stringify(lastFieldGone(JSON.parse(text)))),
  "a field more": withText((text) => JSON.stringify({ ...JSON.parse(text), more: 1 })),
};

/** Of a stream. */
export const twistsOfStreams: Readonly<Record<string, Twist>> = {
  "two events in another order": withFrames(([first = "", second = "", ...rest]) => [
    ...[second, first],
    ...rest,
  ]),
  "no end": withFrames((all) => all.slice(0, -1)),
  "an event less": withFrames(([first = "", , ...rest]) => [first, ...rest]),
  "an event of another name": withText((text) =>
    text.replace('"response.created"', '"response.made"'),
  ),
  "no header with the generation's id": (reply) => ({
    init: { headers: without(reply, "x-generation-id") },
  }),
};

export function twisted(side: Side, twist: Twist): Side {
  return {
    ...side,
    async ask(id, sending) {
      const reply = await side.ask(id, sending);
      const { status, headers } = reply;
      const whole = await reply.text();
      const { text = whole, init = {} } = twist(reply, whole);
      return new Response(text, { status, headers, ...init });
    },
  };
}

function without({ headers }: Response, name: string): Headers {
  const left = new Headers(headers);
  left.delete(name);
  return left;
}

function lastFieldGone(body: object): object {
  return Object.fromEntries(Object.entries(body).slice(0, -1));
}

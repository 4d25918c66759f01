import type { UpstreamReply, UpstreamRequest } from "../../src/upstream/request.ts";
import type { Upstream } from "../../src/upstream/upstream.ts";
import { UpstreamError } from "../../src/upstream/upstream-error.ts";

export interface Replay {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: readonly Uint8Array[];
  /** The connection breaks after the pieces. */
  readonly breaks?: boolean;
}

export interface ReplayedUpstream extends Upstream {
  /** The bodies that were asked with, parsed. */
  readonly asked: unknown[];
  readonly requests: UpstreamRequest[];
}

/** An upstream that answers everything with one reply, in exactly the pieces given. */
export function replayedUpstream(replay: Replay): ReplayedUpstream {
  const asked: unknown[] = [];
  const requests: UpstreamRequest[] = [];
  return {
    asked,
    requests,
    async request(request) {
      const { body } = request;
      requests.push(request);
      asked.push(typeof body === "string" ? JSON.parse(body) : undefined);
      return replyOf(replay);
    },
    async close() {},
  };
}

function replyOf({ status, headers, pieces, breaks }: Replay): UpstreamReply {
  async function* body() {
    for (const piece of pieces) yield piece;

    if (breaks) throw new UpstreamError("cut", "The provider's reply ended early.");
  }
  return {
    status,
    headers,
    body: body(),
    // Most recordings are read as they come; those of one piece as if it had come at once.
    arrived: () => (pieces.length === 1 && !breaks ? pieces : undefined),
    release() {},
    close() {},
    scrub: (text) => text,
  };
}

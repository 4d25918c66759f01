import type cluster from "node:cluster";
import type { Served } from "./serve.ts";

/** What a process of several says once it has taken a version of the configuration that no other process has sent. */
interface Taken {
  readonly takenVersion: number;
}

function isTaken(message: unknown): message is Taken {
  return typeof message === "object" && message !== null && "takenVersion" in message;
}

/** In the first process: passes it on to the others, which need not wait for their own next look. */
export function passOnTaken(first: Pick<typeof cluster, "on" | "workers">): void {
  first.on("message", (from, message: unknown) => {
    if (!isTaken(message)) return;
    // One that has just ended finds out at its start.
    for (const worker of Object.values(first.workers ?? {}))
      if (worker !== undefined && worker.id !== from.id && worker.isConnected())
        worker.send(message, undefined, undefined, () => undefined);
  });
}

type Channel = Pick<NodeJS.Process, "connected" | "send"> & {
  on(event: "message", hear: (message: unknown) => void): unknown;
};

/** In each of several processes. It does not tell of a version that it has heard of. */
export function takeTogether(channel: Channel, served: Pick<Served, "look" | "onTaken">): void {
  let heard: number | null = null;
  channel.on("message", (message) => {
    if (!isTaken(message)) return;
    heard = message.takenVersion;
    void served.look().finally(() => {
      heard = null;
    });
  });
  served.onTaken((version) => {
    if (version !== heard && channel.connected)
      channel.send?.(
        { takenVersion: version } satisfies Taken,
        undefined,
        undefined,
        () => undefined,
      );
  });
}

import { createPortico } from "@portico/client";
import {
  type Stream,
  useChatStream,
  useMessageStream,
  useResponseStream,
} from "@portico/react-query";
import { useMemo, useState, useSyncExternalStore } from "react";
import { apiAddress } from "../../app/address.ts";
import { type Exchange, Recorder } from "./recorder.ts";
import type { WireName } from "./search.ts";

/** One question and what comes back, on the wire on which it was asked. */
export interface AskedExchange {
  readonly wire: WireName;
  readonly stream: Stream<never, { readonly usage?: unknown }>;
  readonly wireTraffic: Exchange;
  ask(wire: WireName, body: string): void;
}

/** `key` is the one that pays; null for the session's own. */
export function useExchange(key: string | null): AskedExchange {
  const [recorder] = useState(() => new Recorder());
  const client = useMemo(
    () =>
      createPortico({
        baseUrl: apiAddress,
        apiKey: key,
        app: { title: "Portico console" },
        // A refusal is what one wants to see here.
        retry: false,
        fetch: recorder.fetch,
      }),
    [key, recorder],
  );
  const streams = {
    responses: useResponseStream(client),
    chat: useChatStream(client),
    messages: useMessageStream(client),
  };
  const [wire, setWire] = useState<WireName>("responses");
  const wireTraffic = useSyncExternalStore(recorder.subscribe, recorder.exchange);
  const ask = (asked: WireName, body: string) => {
    for (const { stop } of Object.values(streams)) stop();
    setWire(asked);
    // The gateway checks the body, and says what is wrong with it.
    void streams[asked].start(JSON.parse(body));
  };
  return { wire, stream: streams[wire], wireTraffic, ask };
}

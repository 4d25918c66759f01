import type { Candidate } from "../../src/routing/catalog.ts";
import type { RoutingCaller } from "../../src/routing/circuits.ts";

/** A candidate for a text model with the simplest values. */
export function sampleCandidate(provider: string, byok = false): Candidate {
  const price = {
    inputPicousd: 1,
    outputPicousd: 1,
    cachedInputPicousd: 1,
    cacheWritePicousd: 1,
    reasoningPicousd: 1,
    requestNanousd: 0,
    imageNanousd: 0,
  };
  const endpoint = {
    provider,
    upstreamModel: "m",
    price,
    priceOrigin: { by: "operator" as const, source: "a test", asOf: null, version: "test" },
    dataCollection: "deny" as const,
    contextLength: 10,
    abilities: { tools: true, images: true, files: true },
    supportedParameters: [],
    tokenBound: "bytes" as const,
  };
  const model = {
    id: "m",
    name: "M",
    kind: "text" as const,
    created: 0,
    contextLength: 10,
    dimensionsAdjustable: false,
    inputModalities: ["text" as const],
    tooLong: "reject" as const,
    endpoints: [endpoint],
  };
  return { model, endpoint, byok };
}

export const sampleAsker: RoutingCaller = { key: "key-1", workspace: "workspace-1" };

import { coverageOf, type Target } from "./coverage.ts";
import { isEmbeddingsApi, readVectors } from "./readers/embeddings.ts";
import type { Recording } from "./recording.ts";

export interface Served {
  readonly file: string;
  readonly recording: Recording;
  /** The gateway's name of the model that answers with it. */
  readonly model: string;
}

/** One model for each covered recording, over one provider for each way of configuring one. */
export function configurationFor(
  recordings: readonly Recording[],
  upstreamUrl: string,
  targetFor: (recording: Recording) => Target | undefined = coveredTarget,
): { readonly yaml: string; readonly served: readonly Served[] } {
  const providers = new Map<string, object>();
  const models: object[] = [];
  const served: Served[] = [];
  for (const recording of recordings) {
    const target = targetFor(recording);
    if (target !== undefined) {
      const model = `recorded/${models.length}`;
      const provider = providerFor(providers, target, upstreamUrl);
      models.push(modelFor(recording, model, { ...target, provider }));
      served.push({ file: recording.file, recording, model });
    }
  }
  const configuration = {
    providers: Object.fromEntries(providers.values().map((entry, place) => [`p${place}`, entry])),
    models,
    sandbox: false,
    // Failures are what is replayed: none of them may keep the next one from being tried.
    routing: { failures_to_open: 1_000_000 },
  };
  return { yaml: JSON.stringify(configuration), served };
}

function coveredTarget(recording: Recording): Target | undefined {
  const coverage = coverageOf(recording);
  return coverage.covered ? coverage.target : undefined;
}

function providerFor(providers: Map<string, object>, target: Target, url: string): string {
  const { kind, apiKey, options } = target;
  const id = JSON.stringify([kind, apiKey, options]);
  if (!providers.has(id)) {
    const { preset, ...rest } = options;
    providers.set(id, {
      kind,
      base_url: url,
      api_key: apiKey,
      ...(preset ? { preset } : {}),
      ...rest,
    });
  }
  return `p${[...providers.keys()].indexOf(id)}`;
}

function modelFor(
  recording: Recording,
  id: string,
  { provider, model }: Target & { provider: string },
): object {
  const endpointAt = (price: object) => [{ provider, upstream_model: model, price }];
  if (!isEmbeddingsApi(recording.api))
    return { id, kind: "text", context_length: 100_000, endpoints: endpointAt(textPrice) };

  const { status } = recording.response;
  const [vector] = status === 200 ? readVectors(recording).vectors : [];
  const dimensions = vector?.length ?? 8;
  const endpoints = endpointAt({ input: textPrice.input });
  return { id, kind: "embedding", context_length: 8_000, dimensions, endpoints };
}

/** Most counts of tokens cost fractions of a nanodollar, so that each part of a cost is rounded. */
const textPrice = {
  input: "1.000301",
  output: "2.000703",
  cached_input: "0.100107",
  cache_write: "1.250309",
  reasoning: "2.500411",
};

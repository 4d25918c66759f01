import type { Carrier } from "@portico/core/model-call/carrier";
import type { FinishReason, Part } from "@portico/core/model-call/parts";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import type { Provider } from "../../src/providers/provider.ts";
import { UpstreamError, type UpstreamFailure } from "../../src/upstream/upstream-error.ts";

/** What an upstream brings at each read; a failure ends it. */
export type Script = readonly (readonly Part[] | UpstreamFailure)[];

/** An upstream that follows the script of its model, and keeps the calls that it got. */
export class ScriptedProvider implements Provider {
  readonly kind = "openai-compatible";
  readonly name: string;
  readonly calls: RespondCall[] = [];
  readonly #scripts: Readonly<Record<string, Script>>;

  constructor(name: string, scripts: Readonly<Record<string, Script>>) {
    this.name = name;
    this.#scripts = scripts;
  }

  async *respond(call: RespondCall): AsyncIterable<readonly Part[]> {
    this.calls.push(call);
    for (const step of this.#scripts[call.model] ?? []) {
      if (typeof step === "string") throw new UpstreamError(step, "It broke off.");
      yield step;
    }
  }
}

/** A configuration in which each provider has the same models, asked in the order of the providers. */
export function scriptedYaml(providers: readonly string[], models: readonly string[]): string {
  const price = `{ input: "1", output: "2" }`;
  return [
    "providers:",
    ...providers.map(
      (name) => `  ${name}: { kind: openai-compatible, base_url: "http://[::1]:9" }`,
    ),
    "models:",
    ...models.flatMap((id) => [
      `  - id: ${id}`,
      "    kind: text",
      "    context_length: 1000",
      "    endpoints:",
      ...providers.map(
        (name) => `      - { provider: ${name}, upstream_model: ${id}, price: ${price} }`,
      ),
    ]),
  ].join("\n");
}

export const text = (value: string): Part => ({ type: "text", text: value });
export const call = (key: string): Part => ({
  type: "call",
  key,
  name: key,
  callId: `call_${key}`,
});
export const argumentsOf = (key: string, delta: string): Part => ({
  ...{ type: "arguments", key, delta },
});
export const thought = (value: string, paragraph?: number): Part =>
  paragraph === undefined
    ? { type: "reasoning", text: value }
    : { type: "reasoning", text: value, isSummary: true, paragraph };
export const carrier = (of: Carrier["of"], data: string): Part => ({
  ...{ type: "carrier", carrier: { family: "scripted", of, data } },
});
/** The end of an answer, with its usage. */
export const end = (reason: FinishReason = "stop"): readonly Part[] => [
  {
    type: "usage",
    usage: {
      ...{ inputTokens: 5, outputTokens: 7, cachedInputTokens: 0, cacheWriteTokens: 0 },
      reasoningTokens: 3,
    },
  },
  { type: "finish", reason },
];

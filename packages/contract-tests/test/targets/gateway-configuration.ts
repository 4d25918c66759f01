import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Routing } from "../../src/targets/target.ts";
import type { FakeUpstream } from "./fake-upstream.ts";

/** What the configuration below offers to those who test routing. */
export const routing: Routing = {
  model: "routed/embed",
  providers: ["plain", "private"],
  overloaded: "overloaded",
  collecting: ["plain", "overloaded"],
  collectingModel: "routed/collected",
};
export const byokProvider = "plain";

/** Writes a portico.yaml with more than one provider: what needs a choice of providers can be tried. */
export async function writeConfiguration(folder: string, upstream: FakeUpstream): Promise<string> {
  const path = join(folder, "portico.yaml");
  const endpoint = (provider: string, input: string) =>
    `{ provider: ${provider}, upstream_model: vectors, price: { input: "${input}" } }`;
  const model = (id: string, endpoints: readonly string[]) =>
    `  - { id: ${id}, kind: embedding, context_length: 64, dimensions: 2, endpoints: [${endpoints.join(", ")}] }`;
  const provider = (name: string, url: string, collection: string) =>
    `  ${name}: { kind: openai-compatible, base_url: "${url}", api_key: sk-upstream, byok: allow, data_collection: ${collection} }`;
  const lines = [
    "providers:",
    provider("plain", upstream.url, "allow"),
    provider("private", upstream.url, "deny"),
    provider("overloaded", upstream.overloadedUrl, "allow"),
    "  sandbox: { kind: sandbox, word_delay_ms: 0 }",
    "models:",
    model(routing.model, [
      endpoint("overloaded", "0.01"),
      endpoint("plain", "0.02"),
      endpoint("private", "0.03"),
    ]),
    model(routing.collectingModel, [endpoint("plain", "0.02")]),
    "credits: { grants: management }",
    "tags: [project, feature]",
    // The faults that are provoked on purpose are not to close the way for the next test.
    "routing: { failures_to_open: 100000 }",
  ];
  await writeFile(path, `${lines.join("\n")}\n`);
  return path;
}

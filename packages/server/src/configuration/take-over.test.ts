import { describe, expect, it } from "vitest";
import { parseConfiguration } from "./load-configuration.ts";
import { takeOver } from "./take-over.ts";

const read = (text: string) => parseConfiguration(text, { file: "portico.yaml", environment: {} });
const model = (id: string, price = '{ input: "1", output: "2" }') =>
  `  - { id: ${id}, kind: text, context_length: 100, endpoints: [ { provider: local, upstream_model: t, price: ${price} } ] }`;
const written = (more = "", models = model("a/b"), key = "sk-secret") =>
  read(`
providers: { local: { kind: openai, api_key: "${key}" } }
models:
${models}
${more}`);

const start = written();

describe("another configuration", () => {
  it("is taken over whole, with its places named and no value", () => {
    const next = written(
      "routing: { no_attempt_after_ms: 5 }",
      `${model("a/b", '{ input: "3", output: "2" }')}\n${model("a/new")}`,
      "sk-other",
    );
    const { configuration, changed, waiting } = takeOver({ start, current: start }, next);
    expect(configuration).toEqual(next);
    expect(changed).toEqual([
      "routing.no_attempt_after_ms",
      "providers.local.api_key",
      "models.a/b.endpoints.local/t.price.input",
      "models.a/new",
    ]);
    expect(waiting).toEqual([]);
  });

  it("names the price of a tier and of a step as changed too", () => {
    const tiered = (usd: string) =>
      written(
        "",
        model(
          "a/b",
          `{ input: "1", output: "2", tiers: { flex: { input: "${usd}", output: "1" } }, steps: [ { above: 5, input: "${usd}", output: "2" } ] }`,
        ),
      );
    const change = (one: string, other: string) =>
      takeOver({ start, current: tiered(one) }, tiered(other)).changed.map((place) =>
        place.replace("models.a/b.endpoints.local/t.price.", ""),
      );
    expect(change("3", "3")).toEqual([]);
    expect(change("3", "4")).toEqual(["steps.0.input", "tiers.flex.input"]);
  });

  it("does not name models and providers that only stand in another order", () => {
    const next = written("", `${model("c/d")}\n${model("a/b")}`);
    expect(takeOver({ start, current: start }, next).changed).toEqual(["models.c/d"]);
  });

  it("leaves what a process reads at its start as it was then, and goes on saying that it waits", () => {
    const next = written(
      "credits: { enforce: true, grants: management }\nconsole: { sign_in: { proxy: { user_header: X-User, default_role: viewer } } }\nproxy: { trusted_proxies: [10.0.0.0/8] }",
    );
    const first = takeOver({ start, current: start }, next);
    expect(first.configuration.credits).toEqual({ enforce: false, grants: "management" });
    expect(first.configuration.signIn).toBe(start.signIn);
    const waiting = ["credits.enforce", "proxy.trusted_proxies.0", "console.sign_in.proxy"];
    expect(first.waiting.toSorted()).toEqual(waiting.toSorted());
    const again = takeOver({ start, current: first.configuration }, next);
    expect([again.changed, again.waiting.toSorted()]).toEqual([[], waiting.toSorted()]);
    expect(takeOver({ start, current: again.configuration }, written()).waiting).toEqual([]);
  });
});

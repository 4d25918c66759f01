import { expect, it } from "vitest";
import { firstCall } from "./first-call-text.ts";

const api = "https://models.example.com/ai/api/v1";
const model = (id: string, output: string) => ({
  id,
  architecture: { output_modalities: [output] },
});

it("the first call asks the simulated model, which costs nothing", () => {
  const call = firstCall(api, [model("acme/writer", "text"), model("sandbox/text", "text")]);
  expect(call).toContain(`'${api}/responses'`);
  expect(call).toContain('"model":"sandbox/text"');
});

it("without it, a model that writes, and without one, a model that does not", () => {
  expect(firstCall(api, [model("a/embed", "embeddings"), model("a/b", "text")])).toContain('"a/b"');
  expect(firstCall(api, [model("a/embed", "embeddings")])).toContain("/embeddings'");
});

it("a name of a model cannot end the shell's quotes", () => {
  const call = firstCall(api, [model("a/b'; rm -rf ~; '", "text")]);
  expect(call).toContain(String.raw`a/b'\''; rm -rf ~; '\''`);
});

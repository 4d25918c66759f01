import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inlinePrivatePackages } from "./inline-private-packages.ts";

let output: string;
beforeEach(() => {
  output = mkdtempSync(join(tmpdir(), "portico-inline-"));
});
afterEach(() => rmSync(output, { recursive: true }));

const emit = (path: string, text: string): void => {
  mkdirSync(dirname(join(output, path)), { recursive: true });
  writeFileSync(join(output, path), text);
};
const read = (path: string): string => readFileSync(join(output, path), "utf8");

it("puts the modules of private packages beside those of the published one, and points at them", () => {
  emit("client/src/index.js", 'export { fieldsOf } from "@portico/core/json/shape";\n');
  emit("client/src/deep/inside.js", 'const shape = await import("@portico/core/json/shape");\n');
  emit("client/src/index.d.ts", 'export type A = import("@portico/contract/schema").paths;\n');
  emit("client/src/wide.js", 'import "@portico/core/wires/chat/events";\n');
  emit("core/src/wires/chat/events.js", "export {};\n");
  emit("core/src/json/shape.js", 'export { a } from "./weight.js";\n');
  emit("contract/src/generated/schema.d.ts", "export interface paths {}\n");
  inlinePrivatePackages("client", output);
  expect(read("index.js")).toBe('export { fieldsOf } from "./core/json/shape.js";\n');
  expect(read("deep/inside.js")).toBe('const shape = await import("../core/json/shape.js");\n');
  expect(read("wide.js")).toBe('import "./core/wires/chat/events.js";\n');
  expect(read("index.d.ts")).toContain('import("./contract/generated/schema.js").paths');
  expect(read("core/json/shape.js")).toBe('export { a } from "./weight.js";\n');
});

it("leaves a published package of ours what it is: a dependency", () => {
  emit("docs/src/index.js", 'export * from "@portico/client";\n');
  emit("client/src/index.js", "export {};\n");
  inlinePrivatePackages("docs", output);
  expect(read("index.js")).toBe('export * from "@portico/client";\n');
  expect(readdirSync(output)).toEqual(["index.js"]);
});

import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");
const folder = join(import.meta.dirname, "../node_modules/.type-tests");

const imports = `import type { Input, OperationId, Output, Schema, StreamEvent, StreamEventOf } from "../../src/index.ts";\n`;
const table = `type Operations = { readonly [Id in OperationId]: (input: Input<Id>) => Promise<Output<Id>> };\n`;

/** Code as server and client write it, and what the compiler says; nothing where it must compile without a cast. */
const snippets: Record<string, { code: string; says?: RegExp }> = {
  "a complete handler table": {
    code: `${table}declare const operations: Operations;
export const reply: Promise<Output<"getWorkspace">> = operations.getWorkspace({ params: { id: "default" }, query: {}, body: undefined });`,
  },
  "a handler table without createEmbeddings": {
    code: `${table}declare const most: Omit<Operations, "createEmbeddings">;
export const operations: Operations = most;`,
    says: /'createEmbeddings' is missing/,
  },
  "a misspelt response field": {
    code: `export const reply: Output<"deleteByokCredential"> = { deletd: true };`,
    says: /'deletd' does not exist/,
  },
  "a response field of the wrong type": {
    code: `export const vectors = (reply: Output<"createEmbeddings">): Output<"createEmbeddings"> => ({ ...reply, model: 3 });`,
    says: /'number' is not assignable to type 'string'/,
  },
  "a request without stream": {
    code: `export const body: Input<"createResponse">["body"] = { model: "sandbox/text", input: "Hello" };`,
  },
  "a request without input": {
    code: `export const body: Input<"createResponse">["body"] = { model: "sandbox/text" };`,
    says: /'input' is missing/,
  },
  "a tool choice that is not in the contract": {
    code: `export const body: Input<"createResponse">["body"] = { model: "m", input: "Hello", tool_choice: "perhaps" };`,
    says: /"perhaps"/,
  },
  "every event handled": {
    code: `export function read(event: StreamEvent): string | undefined {
  switch (event.type) {
    case "response.content_part.delta": return event.delta;
    case "response.output_item.added": return event.item.type === "function_call" ? event.item.name : event.item.id;
    default: return undefined;
  }
}`,
  },
  "an unhandled event type": {
    code: `export function read(event: StreamEventOf<"response.created" | "response.done">): string {
  switch (event.type) {
    case "response.created": return event.response.id;
    default: { const none: never = event; return none; }
  }
}`,
    says: /is not assignable to type 'never'/,
  },
  "an event type that does not exist": {
    code: `export const isDone = (event: StreamEvent) => event.type === "response.finished";`,
    says: /no overlap/,
  },
  "output items narrow by their type": {
    code: `export const calls = (response: Schema<"Response">): string[] =>
  response.output.flatMap((item) => (item.type === "function_call" ? [item.call_id] : item.type === "message" ? item.content.map((part) => part.text) : []));`,
  },
  "a null where the contract has none": {
    code: `export const name: Schema<"Workspace">["name"] = null;`,
    says: /'null' is not assignable/,
  },
};

const file = (name: string) => `${name.replaceAll(/\W+/g, "-")}.ts`;
const found = new Map<string, string>();

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  for (const [name, { code }] of Object.entries(snippets))
    writeFileSync(
      join(folder, file(name)),
      `${imports}export type Used = [Input<"listModels">, OperationId, Output<"listModels">, Schema<"Workspace">, StreamEvent, StreamEventOf<"error">];\n${code}\n`,
    );
  const config = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: {
      composite: false,
      emitDeclarationOnly: false,
      noEmit: true,
      incremental: false,
      types: [],
      rootDir: "../..",
    },
    files: Object.keys(snippets).map(file),
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(root, "node_modules/.bin/tsc");
  const { stdout } = await promisify(execFile)(compiler, ["-p", folder, "--pretty", "false"]).catch(
    (error: { stdout: string }) => error,
  );
  let current = "";
  for (const line of stdout.split("\n")) {
    current = /([\w-]+\.ts)\(\d+,\d+\): error/.exec(line)?.[1] ?? current;
    found.set(current, `${found.get(current) ?? ""}${line}\n`);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the contract's types", () => {
  for (const [name, { says }] of Object.entries(snippets))
    it(says === undefined ? `accept ${name}` : `refuse ${name}`, () => {
      const errors = found.get(file(name)) ?? "";
      if (says === undefined) expect(errors.trim()).toBe("");
      else expect(errors).toMatch(says);
    });
});

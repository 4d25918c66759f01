import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { roomTable } from "./rooms.ts";
import { findImports, judge } from "./rules.ts";

const server = (path: string) => `packages/server/src/${path}`;

function importing(file: string, target: string, typeOnly = false) {
  const isOurs = target.endsWith(".ts");
  const edge = { file: server(file), target: isOurs ? server(target) : target };
  return judge({ ...edge, typeOnly, dynamic: false });
}

describe("the import borders", () => {
  const allowed = [
    ["assembly/app.ts", "http/mount.ts"],
    ["main.ts", "store/sqlite/open.ts"],
    ["http/mount.ts", "operations/index.ts"],
    ["http/mount.ts", "@portico/contract"],
    ["operations/embeddings/create-embeddings.ts", "routing/attempt.ts"],
    ["operations/embeddings/create-embeddings.ts", "errors.ts"],
    ["vectors/scan.ts", "in-turns.ts"],
    ["routing/attempt.ts", "upstream/upstream-error.ts"],
    ["configuration/build-providers.ts", "providers/facts.ts"],
    ["configuration/presets/vendors.ts", "providers/openai/facts.ts"],
    ["providers/embedding/read-vectors.ts", "vectors/scan.ts"],
    ["providers/openai/openai.ts", "upstream/upstream.ts"],
    ["providers/sandbox/sandbox.ts", "@portico/core/simulated-model"],
    ["json/json-shape.ts", "@portico/core/json/shape"],
    ["upstream/upstream.ts", "undici"],
    ["operations/generate/generate.ts", "@portico/core/wires/chat/wire"],
    ["providers/openai/openai.ts", "@portico/core/model-call/parts"],
    ["providers/openai.test.ts", "http/mount.ts"],
    ["cli/shell/gateway-client.ts", "@portico/client"],
  ] as const;
  for (const [file, target] of allowed)
    it(`lets ${file} import ${target}`, () => expect(importing(file, target)).toBeUndefined());

  const refused = [
    [
      "operations/embeddings/create-embeddings.ts",
      "http/reply/reply.ts",
      /Only assembly\/ imports http/,
    ],
    ["main.ts", "http/reply/reply.ts", /Only assembly\/ imports http/],
    ["access/admission.ts", "routing/attempt.ts", /access\/ may import money, secrets, store/],
    [
      "providers/openai/openai.ts",
      "routing/attempt.ts",
      /providers\/ may import @portico\/core\/simulated-model, types:model-call/,
    ],
    ["providers/openai/openai.ts", "@portico/contract", /neither Express nor our wire/],
    ["providers/openai/openai.ts", "express", /neither Express nor our wire/],
    ["routing/attempt.ts", "undici", /Only upstream\/upstream.ts/],
    ["upstream/upstream.ts", "providers/provider.ts", /upstream\/ may import/],
    ["configuration/build-providers.ts", "providers/openai/openai.ts", /Only types may cross/],
    ["providers/openai/embeddings.ts", "vectors/json-cursor.ts", /is entered through/],
    ["wires/pictures/file-type.ts", "operations/paid-call/admit.ts", /wires\/ may import/],
    ["routing/attempt.ts", "model-call/endpoint-facts.ts", /Only types may cross/],
    ["providers/openai/openai.ts", "@portico/core/wires/chat/wire", /server may import/],
    ["main.ts", "@portico/client", /server may import @portico\/contract and .+, not/],
    ["process/run.ts", "@portico/client", /server may import @portico\/contract and .+, not/],
    [
      "cli/shell/gateway-client.ts",
      "@portico/mock",
      /server may import @portico\/contract and .+, not/,
    ],
    [
      "routing/attempt.ts",
      "@portico/core/simulated-model",
      /server may import @portico\/contract and/,
    ],
    ["helpers/text.ts", "store/store.ts", /has no place in the table/],
  ] as const;
  for (const [file, target, reason] of refused)
    it(`does not let ${file} import ${target}`, () =>
      expect(importing(file, target)).toMatch(reason));

  it("lets types cross where values may not", () => {
    expect(importing("routing/attempt.ts", "model-call/endpoint-facts.ts", true)).toBeUndefined();
  });

  it("let a cloud's library be loaded by its vendor alone, and not before it is needed", () => {
    const aws = { target: "@aws-sdk/credential-provider-node", typeOnly: false, dynamic: true };
    const home = server("providers/bedrock/aws-credential.ts");
    expect(judge({ ...aws, file: home })).toBeUndefined();
    expect(judge({ ...aws, file: home, dynamic: false })).toMatch(/by import\(\)/);
    expect(judge({ ...aws, file: server("providers/vertex/vertex.ts") })).toMatch(/Only providers/);
    const google = { ...aws, target: "google-auth-library" };
    expect(judge({ ...google, file: home })).toMatch(/Only providers\/vertex/);
    expect(
      judge({ ...google, file: server("providers/vertex/google-credentials.ts") }),
    ).toBeUndefined();
  });

  it("are the table in docs/architecture.md", () => {
    const page = readFileSync(new URL("../../docs/architecture.md", import.meta.url), "utf8");
    expect(page).toContain(roomTable());
  });

  it("keeps packages apart", () => {
    const edge = { file: "packages/client/src/index.ts", typeOnly: false, dynamic: false };
    expect(judge({ ...edge, target: "@portico/server" })).toMatch(/may import @portico\/contract/);
    expect(judge({ ...edge, target: "packages/contract/src/index.ts" })).toMatch(/by its name/);
    const scenarios = { ...edge, file: "packages/mock/src/scenarios/index.ts" };
    expect(judge({ ...scenarios, target: "@portico/core/json/shape" })).toBeUndefined();
    expect(judge({ ...scenarios, target: "@portico/core/rules/dates" })).toMatch(/core\/json, not/);
    const core = { ...edge, file: "packages/core/src/json/shape.ts" };
    expect(judge({ ...core, target: "@portico/mock/scenarios" })).toMatch(
      /may import @portico\/contract/,
    );
  });

  it("keep the mock's command out of what pages load", () => {
    const edge = { typeOnly: false, dynamic: false, target: "packages/mock/src/mock.ts" };
    const importing = (file: string) => judge({ ...edge, file: `packages/mock/src/${file}` });
    expect(importing("gateway/gateway.ts")).toMatch(/gateway\/ may import scenarios/);
    expect(importing("main.ts")).toBeUndefined();
    const page = { ...edge, file: "packages/msw/src/index.ts" };
    expect(judge({ ...page, target: "@portico/mock/gateway/scenario" })).toBeUndefined();
    expect(judge({ ...page, target: "@portico/mock" })).toMatch(/not @portico\/mock\./);
  });

  it("keep the rooms of core apart, and its wires from each other", () => {
    const core = (file: string, target: string) => {
      const [from, to] = [file, target].map((path) => `packages/core/src/${path}`);
      return judge({ file: from ?? "", target: to ?? "", typeOnly: false, dynamic: false });
    };
    expect(core("wires/chat/read.ts", "wires/reading/call-pairs.ts")).toBeUndefined();
    expect(core("wires/chat/read.ts", "answer/wire.ts")).toBeUndefined();
    expect(core("wires/chat/read.ts", "failures.ts")).toBeUndefined();
    const apart = /do not import each other/;
    expect(core("wires/chat/read.ts", "wires/responses/read-request.ts")).toMatch(apart);
    expect(core("wires/reading/call-pairs.ts", "wires/chat/read.ts")).toMatch(apart);
    expect(core("answer/answer.ts", "wires/chat/read.ts")).toMatch(
      /answer\/ may import model-call/,
    );
  });
});

describe("the inside of another package", () => {
  const edge = { file: server("http/contract.ts"), typeOnly: false, dynamic: false };
  it.each([
    "express-openapi-validator/dist/middlewares/openapi.request.validator.js",
    "@stoplight/prism-http/dist/client.js",
    "undici/lib/dispatcher/client.js",
    "ajv/dist/core.js",
    "some-package/build/lib/index.js",
  ])("may not be imported: %s", (target) => {
    expect(judge({ ...edge, target })).toMatch(/inside another package/);
    expect(judge({ ...edge, file: server("http/contract/contract.test.ts"), target })).toMatch(
      /inside/,
    );
    expect(judge({ ...edge, target, typeOnly: true })).toMatch(/inside/);
  });

  it.each(["ajv/dist/2020.js", "express", "@scope/lib", "library/distance.js", "scripts/lib/a.ts"])(
    "is not meant by %s",
    (target) => expect(judge({ ...edge, target })).toBeUndefined(),
  );

  it("may be imported by the paths that its documentation names", () => {
    const file = server("notifications/smtp-session.ts");
    const target = "nodemailer/lib/smtp-connection";
    expect(judge({ ...edge, file, target })).toBeUndefined();
  });
});

describe("imports in a source text", () => {
  it("are found in every form", () => {
    const source = [
      `import "./side-effect.ts";`,
      `import type { A } from "./types.ts";`,
      `import {\n  type B,\n  c,\n} from "./several-lines.ts";`,
      `export { d } from './exported.ts';`,
      `const e = await import("./dynamic.ts");`,
      `const f = require("required");`,
      `const g = require.resolve(\n  "resolved",\n);`,
    ].join("\n");
    expect(
      findImports(source).map(({ specifier, typeOnly, dynamic, line }) => [
        specifier,
        typeOnly ? "types" : dynamic ? "dynamic" : "values",
        line,
      ]),
    ).toEqual([
      ["./side-effect.ts", "values", 1],
      ["./types.ts", "types", 2],
      ["./several-lines.ts", "values", 3],
      ["./exported.ts", "values", 7],
      ["./dynamic.ts", "dynamic", 8],
      ["required", "values", 9],
      ["resolved", "values", 10],
    ]);
  });
});

import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generatedFiles } from "./generated-files.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "portico-follow-"));
const spec = join(folder, "spec");
const project = join(folder, "msw");

function edit(path: string, change: (text: string) => string): void {
  const file = join(spec, path);
  const text = readFileSync(file, "utf8");
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(file, changed);
}

const things = `get:
  operationId: listThings
  tags: [Credits (preview)]
  summary: List things
  x-stage: preview
  x-addition: true
  x-key: any
  responses:
    '200':
      description: The things.
      content:
        application/json:
          schema:
            type: object
            required: [data]
            properties:
              data:
                type: array
                items: { type: string }
          examples:
            things:
              value: { data: [door, key] }
    '401':
      $ref: ../responses/Unauthorized.yaml
    default:
      $ref: ../responses/Failure.yaml
`;

/** The hand-written sources of the handlers as they are, over what a changed spec/ gives. */
beforeAll(async () => {
  cpSync(join(root, "spec"), spec, { recursive: true });
  edit("schemas/Credits.yaml", (text) => text.replaceAll("remaining", "left_over"));
  edit("examples/getCredits/credits.json", (text) => text.replace("remaining", "left_over"));
  edit("examples/grantCredits/credits-after-grant.json", (text) =>
    text.replace("remaining", "left_over"),
  );
  edit(
    "openapi.yaml",
    (text) =>
      `${text.replace("  /credits:\n", "  /things:\n    $ref: paths/things.yaml\n  /credits:\n")}`,
  );
  writeFileSync(join(spec, "paths/things.yaml"), things);

  const generated = await generatedFiles(spec);
  cpSync(join(root, "packages/msw/src"), join(project, "src"), { recursive: true });
  for (const [name, place] of [
    ["packages/msw/src/generated", join(project, "src/generated")],
    ["packages/contract/src/generated", join(folder, "contract")],
  ] as const) {
    mkdirSync(place, { recursive: true });
    for (const [file, text] of generated.get(name) ?? []) writeFileSync(join(place, file), text);
  }
  symlinkSync(join(root, "packages/msw/node_modules"), join(project, "node_modules"));
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "packages/msw/tsconfig.json"),
      compilerOptions: {
        ...{ composite: false, emitDeclarationOnly: false, noEmit: true, rootDir: "/" },
        ...{ tsBuildInfoFile: null, types: [] },
        paths: { "@portico/contract/schema": [join(folder, "contract/schema.ts")] },
      },
      ...{ include: [], references: [], files: ["program.ts"] },
    }),
  );
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

async function typeErrorsOf(program: string): Promise<string> {
  writeFileSync(join(project, "program.ts"), program);
  const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
  return run(process.execPath, [join(compiler, "../bin/tsc"), "-p", project], {
    cwd: project,
  }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}

describe("the request handlers of a changed contract", () => {
  it("refuse a test's own body that has the old name of a property", async () => {
    const override = (name: string): string => `
      import { portico } from "./src/index.ts";
      export const handler = portico.getCredits.reply(200, {
        data: { total_credits: 5, total_usage: 5, ${name}: 0, enforced: true },
      });`;
    expect(await typeErrorsOf(override("remaining"))).toMatch(/program\.ts.*'remaining'/s);
    expect(await typeErrorsOf(override("left_over"))).toBe("");
  });

  it("have an operation that was added, typed and answered, without a line by hand", async () => {
    const program = `
      import { setupServer } from "msw/node";
      import { portico, porticoHandlers } from "./src/index.ts";
      const server = setupServer(...porticoHandlers());
      server.listen();
      const ask = async (): Promise<string> => {
        const headers = { Authorization: "Bearer any" };
        const reply = await fetch("https://gateway.example/api/v1/things", { headers });
        return reply.status + " " + (await reply.text());
      };
      const said = [await ask()];
      server.use(portico.listThings.reply(200, { data: ["sign"] }));
      said.push(await ask());
      console.log(said.join("\\n"));
      server.close();`;
    expect(await typeErrorsOf(program)).toBe("");
    const { stdout } = await run(process.execPath, ["program.ts"], { cwd: project });
    expect(stdout.trim()).toBe('200 {"data":["door","key"]}\n200 {"data":["sign"]}');
    const wrong = program.replace('["sign"]', "[1]");
    expect(await typeErrorsOf(wrong)).toMatch(/'number' is not assignable to type 'string'/);
  });
});

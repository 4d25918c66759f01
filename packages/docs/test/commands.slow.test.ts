import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { samplesOf } from "../src/sample.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");
const guides = join(import.meta.dirname, "../guides");

/** The programs behind `npm run …`, whose help says what they take. */
const programs: Readonly<Record<string, string>> = {
  portico: "packages/server/src/cli/main.ts",
  mock: "packages/mock/src/main.ts",
  docs: "packages/docs/src/serve.ts",
  "docs:build": "packages/docs/src/build.ts",
  chat: "examples/browser-chat/src/main.ts",
  "example:script": "examples/node-script/src/main.ts",
};

/** What a program answers to the same words, asked once. */
const helps = new Map<string, Promise<{ readonly stdout: string }>>();
function helpOf(program: string, names: readonly string[]): Promise<{ readonly stdout: string }> {
  const asked = [join(root, program), ...names, "--help"];
  const help = helps.get(asked.join(" ")) ?? run(process.execPath, asked);
  helps.set(asked.join(" "), help);
  return help;
}

const commands = readdirSync(guides)
  .flatMap((name) => samplesOf(readFileSync(join(guides, name), "utf8"), `guides/${name}`))
  .flatMap(({ place, source }) =>
    [...source.matchAll(/^npm run (\S+)(?: -- (.*))?$/gm)].map(([line, verb = "", rest = ""]) => ({
      place,
      line,
      verb,
      words: rest.split(/\s+/).filter(Boolean),
    })),
  );

describe("commands in the guides", () => {
  it("are there to be tested", () => {
    expect(commands.length).toBeGreaterThan(5);
  });

  it.each(commands.map((command) => [`${command.place}: ${command.line}`, command] as const))(
    "%s",
    async (_, { verb, words }) => {
      const program = programs[verb];
      expect(program, `npm run ${verb}`).toBeDefined();
      const flags = words.filter((word) => word.startsWith("--"));
      const first = words.findIndex((word) => /^[-/"]/.test(word));
      const names = first === -1 ? words : words.slice(0, first);
      const { stdout } = await helpOf(program ?? "", names);
      expect(stdout, "the help of the command itself").toContain(names.join(" "));
      for (const flag of flags) expect(stdout).toContain(flag);
    },
  );
});

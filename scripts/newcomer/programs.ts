import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filledIn, withProgram } from "./play.ts";
import { demand, type Program } from "./terminal.ts";
import type { Visit } from "./visit.ts";

/** A first call, a stream and an error, in a module that either kind of project takes. */
const program = `
import { createPortico, isApiError, outputText } from "@portico/client";

async function main(): Promise<void> {
  const portico = createPortico({
    baseUrl: process.env["PORTICO_BASE_URL"] ?? "",
    apiKey: process.env["PORTICO_API_KEY"] ?? "",
  });
  const request = { model: "sandbox/text", input: "Repeat: one door" };
  const response = await portico.responses.create(request);
  const whole: string = outputText(response);
  let pieces = "";
  for await (const piece of (await portico.responses.stream(request)).textDeltas()) pieces += piece;
  const failure: unknown = await portico.responses
    .create({ model: "sandbox/nothing", input: "x" })
    .catch((error: unknown) => error);
  const status = isApiError(failure, 404) ? failure.status : 0;
  const message = failure instanceof Error ? failure.message : "";
  console.log(JSON.stringify({ whole, pieces, status, message }));
}
void main();
// @ts-expect-error a required field is missing
export const incomplete = () => createPortico().embeddings.create({ input: "x" });
`;

const kinds = [
  { name: "bundler", folder: ".", module: "esnext", moduleResolution: "bundler" },
  { name: "nodenext", folder: ".", module: "nodenext", moduleResolution: "nodenext" },
  { name: "CommonJS", folder: "commonjs", module: "node16", moduleResolution: "node16" },
] as const;

/** The client in projects of each usual kind: its types, and what it does. */
export async function useClient({ project, api, first, options }: Visit): Promise<void> {
  const { terminal } = project;
  mkdirSync(join(project.folder, "commonjs"), { recursive: true });
  writeFileSync(join(project.folder, "commonjs/package.json"), '{ "type": "commonjs" }');
  await terminal.succeed(`export PORTICO_BASE_URL=${api} PORTICO_API_KEY=${first.apiKey}`);
  for (const { name, folder, ...modules } of kinds) {
    // Beside the package.json that says what kind of modules they are.
    const outDir = join(folder, "out");
    await project.compile(join(folder, "program.ts"), program, { ...modules, outDir });
    const runs = name !== "bundler";
    if (runs) judgeOutput(await terminal.succeed(`node ${join(outDir, folder, "program.js")}`));
    options.say(`  ${name}: type-checks strictly${runs ? " and runs" : ""}`);
  }
}

function judgeOutput(output: string): void {
  const { whole, pieces, status, message } = JSON.parse(output.trim()) as Record<string, unknown>;
  const isGood = whole !== "" && pieces === whole && status === 404 && message !== "";
  demand(isGood, program, "the same text twice, and a 404 with a message", output);
}

/** As README says: without a gateway, any key; and misbehaving repeatably. */
export async function useMock(visit: Visit): Promise<void> {
  await withMock(visit, "npm run mock", async (api, { output }) => {
    const [curl = ""] = /curl [\s\S]*?true}'/.exec(output) ?? [];
    const streamed = await visit.terminal.succeed(curl);
    demand(/data: \[DONE\]/.test(streamed), curl, "a stream", streamed);
    const status = await askMock(api);
    demand(status === "200", `POST ${api}/responses`, "200", status);
  });
  const command = "npm run mock -- --fault overload=0.1 --fault cut=0.05";
  const rehearse = () =>
    withMock(visit, command, async (api) => {
      let answers = "";
      for (let count = 0; count < 40; count += 1) answers += `${await askMock(api)} `;
      return answers;
    });
  const [one, other] = [await rehearse(), await rehearse()];
  const isRepeated = one === other && one.includes("529") && one.includes("200");
  const expected = "the same answers both times, some of them faults";
  demand(isRepeated, `${command}, asked forty times, twice`, expected, `${one}\n${other}`);
}

function withMock<Result>(
  visit: Visit,
  command: string,
  use: (api: string, mock: Program) => Promise<Result>,
): Promise<Result> {
  return withProgram(visit, filledIn(command, visit), async (mock) => {
    const [, api = ""] = await mock.until(/serves the contract at (http\S+)/);
    await mock.until(/--help/);
    return await use(api, mock);
  });
}

/** The status, or that the connection broke. */
async function askMock(api: string): Promise<string> {
  try {
    const reply = await fetch(`${api}/responses`, {
      method: "POST",
      headers: { Authorization: "Bearer any-key", "Content-Type": "application/json" },
      body: JSON.stringify({ model: "mock/text", input: "Hello" }),
    });
    await reply.text();
    return `${reply.status}`;
  } catch {
    return "cut";
  }
}

/** A store with a sealed secret in it: backed up, refused without its master key, started with it. */
export async function restoreBackup(visit: Visit): Promise<void> {
  const { terminal, folder, clone, first } = visit;
  const backup = join(folder, "backup.db");
  const list = "npm run --silent portico -- byok list";
  await terminal.succeed("printf a-secret > secret.txt");
  await terminal.succeed("npm run portico -- byok add --provider sandbox < secret.txt");
  const before = await terminal.succeed(list);
  await terminal.succeed(`npm run portico -- backup ${backup}`);
  await visit.gateway?.interrupt();

  const data = join(folder, "restored");
  mkdirSync(data, { mode: 0o700 });
  renameSync(backup, join(data, "portico.db"));
  chmodSync(join(data, "portico.db"), 0o600);
  await refuseWithoutKey(visit, data);

  copyFileSync(join(clone, "data/master.key"), join(data, "master.key"));
  await visit.start({ PORTICO_DATA: data });
  const { status, ran, came } = await visit.ask(first.apiKey);
  demand(status === 200, `${ran}, with the key from before`, "200", came);
  const key = `PORTICO_MANAGEMENT_KEY=${first.managementKey}`;
  const after = await terminal.succeed(`PORTICO_DATA=${data} ${key} ${list}`);
  demand(after === before, list, before, after);
}

async function refuseWithoutKey(visit: Visit, data: string): Promise<void> {
  await withProgram(visit, `PORTICO_DATA=${data} npm start`, async (start) => {
    const ran = "npm start, over a store with sealed secrets and without master.key";
    const listens = start.until(/listening on http/).then(() => "it listens" as const);
    const code = await Promise.race([start.end(), listens.catch(() => start.end())]);
    const came = `${start.output}\n(${code})`;
    demand(typeof code === "number" && code !== 0, ran, "a start that fails", came);
    demand(/master\.key/.test(start.output), ran, "a message that names master.key", came);
    demand(!existsSync(join(data, "master.key")), ran, "no new master.key", "one");
  });
}

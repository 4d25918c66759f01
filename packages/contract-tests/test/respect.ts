import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type ScenarioName, scenarioNames, scenarios } from "@portico/mock/scenarios";

const folder = fileURLToPath(new URL("../../../spec/scenarios/", import.meta.url));
const redocly = fileURLToPath(new URL("../../../node_modules/.bin/redocly", import.meta.url));

export interface RespectRun {
  readonly code: number | null;
  readonly report: string;
}

/** Runs the scenarios' documents by Redocly's own runner, which knows nothing of ours. */
export async function respect(
  baseUrl: string,
  inputs: Readonly<Record<string, string>>,
  names: readonly ScenarioName[] = scenarioNames,
): Promise<RespectRun> {
  const needed = new Set(names.flatMap((name) => Object.keys(scenarios[name].inputs)));
  const child = spawn(
    redocly,
    [
      "respect",
      ...names.map((name) => `${name}.yaml`),
      ...["--server", `portico=${baseUrl}`],
      ...Object.entries(inputs)
        .filter(([name]) => needed.has(name))
        .flatMap(([name, value]) => ["--input", `${name}=${value}`]),
    ],
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, report: `${out}${error}` };
}

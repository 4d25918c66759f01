import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Sample } from "../src/sample.ts";
import type { SampleFolder } from "./sample-folder.ts";
import type { SampleTarget } from "./sample-target.ts";

const run = promisify(execFile);

/** A machine may have several: Debian's own has `requests` as python3-requests. */
export const python = process.env["PORTICO_PYTHON"] ?? "python3";
export const hasPython = spawnSync(python, ["-c", "import requests"]).status === 0;

export interface SampleResult {
  readonly output: string;
  readonly error: string | null;
}

/** Runs the samples of one language against a target; results by place. */
export async function runSamples(
  samples: readonly Sample[],
  folder: SampleFolder,
  target: SampleTarget,
): Promise<Map<string, SampleResult>> {
  const shell = samples.filter(({ language }) => language === "bash");
  const script = samples.filter(({ language }) => language === "ts");
  const results = new Map<string, SampleResult>();
  for (const sample of shell) results.set(sample.place, await runShell(sample, folder, target));
  for (const [place, result] of await runScripts(script, folder, target))
    results.set(place, result);
  const inPython = samples.filter(({ language }) => language === "python");
  for (const [place, result] of await runPython(hasPython ? inPython : [], folder, target))
    results.set(place, result);
  return results;
}

async function runShell(
  sample: Sample,
  folder: SampleFolder,
  target: SampleTarget,
): Promise<SampleResult> {
  const environment = await environmentOf(sample, target);
  const options = { env: { ...process.env, ...environment, CURL_HOME: folder.path } };
  // Without --norc bash takes its piped input for a remote login's, and reads the machine's own start file first.
  return run("bash", ["--norc", "-euo", "pipefail", "-c", sample.source], options).then(
    ({ stdout, stderr }) => ({ output: stdout, error: stderr.trim() || refusalIn(stdout) }),
    (error: Error) => ({ output: "", error: error.message }),
  );
}

/** A sample is to show success: curl itself does not mind an error's status. */
function refusalIn(output: string): string | null {
  return /^\s*\{(?:"user_id":[^,]*,)?"error":|"type":"(?:error|response\.failed)"/m.test(output)
    ? output
    : null;
}

async function runScripts(
  samples: readonly Sample[],
  folder: SampleFolder,
  target: SampleTarget,
): Promise<Map<string, SampleResult>> {
  const orders = [];
  for (const sample of samples)
    orders.push({ file: folder.fileOf(sample), environment: await environmentOf(sample, target) });
  const { stdout } = await run(
    process.execPath,
    [join(import.meta.dirname, "sample-runner.ts"), JSON.stringify(orders)],
    { maxBuffer: 1 << 26, timeout: 120_000 },
  );
  const lines = stdout.split("\n").filter(Boolean);
  const byFile = new Map(
    lines.map((line) => {
      const { file, ...result } = JSON.parse(line) as SampleResult & { file: string };
      return [file, result] as const;
    }),
  );
  return new Map(
    samples.map((sample) => [
      sample.place,
      byFile.get(folder.fileOf(sample)) ?? { output: "", error: "The run ended before it." },
    ]),
  );
}

/** Prints a line of JSON for each sample. One process runs all, which saves a start of Python for each. */
const pythonRunner = `
import contextlib, io, json, os, sys, traceback
for order in json.load(open(sys.argv[1])):
    os.environ.update(order["environment"])
    printed, error = io.StringIO(), None
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(order["source"], order["place"], "exec"), {})
    except BaseException:
        error = traceback.format_exc()
    print(json.dumps({"place": order["place"], "output": printed.getvalue(), "error": error}), flush=True)
`;

async function runPython(
  samples: readonly Sample[],
  folder: SampleFolder,
  target: SampleTarget,
): Promise<[place: string, result: SampleResult][]> {
  if (samples.length === 0) return [];
  const orders = [];
  for (const sample of samples) {
    const { place, source } = sample;
    orders.push({ place, source, environment: await environmentOf(sample, target) });
  }
  const list = join(folder.path, "python.json");
  writeFileSync(list, JSON.stringify(orders));
  const options = { maxBuffer: 1 << 26, timeout: 120_000 };
  const { stdout } = await run(python, ["-c", pythonRunner, list], options);
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const { place, output, error } = JSON.parse(line) as SampleResult & { place: string };
      return [place, { output, error: error ?? (/^[45]\d\d /.test(output) ? output : null) }];
    });
}

/** Ids that a sample names by a variable, each of a thing made for it alone. */
async function environmentOf(
  { source }: Sample,
  target: SampleTarget,
): Promise<Record<string, string>> {
  const environment: Record<string, string> = { ...target.environment };
  for (const [name, make] of Object.entries(target.things))
    if (source.includes(name)) environment[name] = await make(source);
  return environment;
}

import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs, styleText } from "node:util";
import { type Gate, gates } from "./check/gates.ts";

const root = join(import.meta.dirname, "..");

interface Outcome {
  readonly gate: Gate;
  readonly passed: boolean;
  readonly seconds: number;
  readonly output: string;
}

function run(gate: Gate): Promise<Outcome> {
  const started = performance.now();
  const bin = join(root, "node_modules/.bin");
  const [command, ...parameters] = gate.command;
  const child = spawn(command, parameters, {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${bin}:${process.env["PATH"] ?? ""}`,
      ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }),
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    const finish = (passed: boolean) =>
      resolve({
        gate,
        passed,
        seconds: (performance.now() - started) / 1000,
        output: Buffer.concat(chunks).toString().trim(),
      });
    child.on("error", (error) => {
      chunks.push(Buffer.from(String(error)));
      finish(false);
    });
    child.on("close", (code) => finish(code === 0));
  });
}

function report(outcomes: readonly Outcome[], seconds: number): void {
  for (const { gate, output } of outcomes.filter(({ passed }) => !passed)) {
    console.log(
      `\n${styleText(["bold", "red"], `── ${gate.name} ${"─".repeat(60 - gate.name.length)}`)}`,
    );
    console.log(output);
    console.log(`${styleText("bold", "What to do:")} ${gate.advice}`);
  }
  for (const { gate, passed, output } of outcomes)
    if (passed && gate.tells && output.includes("\n")) console.log(`\n${output}`);
  console.log("");
  for (const { gate, passed, seconds: took } of outcomes) {
    const mark = passed ? styleText("green", "✓") : styleText("red", "✗");
    console.log(`${mark} ${gate.name.padEnd(12)} ${took.toFixed(1).padStart(5)} s  ${gate.what}`);
  }
  const failed = outcomes.filter(({ passed }) => !passed).length;
  const verdict = failed === 0 ? "All checks pass" : `${failed} of ${outcomes.length} checks fail`;
  console.log(`\n${verdict}, ${seconds.toFixed(1)} s.`);
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: "boolean", short: "h" } },
});
if (values.help === true) {
  console.log("npm run check [-- <check> ...]    all checks, or those that are named:\n");
  for (const { name, what } of gates) console.log(`  ${name.padEnd(12)}${what}`);
  process.exit(0);
}
const unknown = positionals.filter((name) => !gates.some((gate) => gate.name === name));
if (unknown.length > 0) {
  console.error(
    `No such check: ${unknown.join(", ")}. There are: ${gates.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(2);
}
const chosen = gates.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const started = performance.now();
const outcomes = await Promise.all(chosen.map(run));
report(outcomes, (performance.now() - started) / 1000);
process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1;

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The path of a command of this package's dependencies. */
export const bin = (name: string): string =>
  fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));

/** The path of a command that the whole repository has. */
export const rootBin = (name: string): string =>
  fileURLToPath(new URL(`../../../../node_modules/.bin/${name}`, import.meta.url));

export interface ToolResult {
  readonly code: number;
  /** All that the tool printed. */
  readonly output: string;
}

/** No tool reports to its maker, or asks a registry for a newer version of itself. */
const silent = {
  DO_NOT_TRACK: "1",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};

/** Runs a command to its end, in a folder where no configuration of this repository counts. */
export function runTool(folder: string, program: string, ...words: string[]): Promise<ToolResult> {
  const options = { cwd: folder, env: { ...process.env, ...silent }, maxBuffer: 64 * 2 ** 20 };
  return new Promise((resolve) => {
    execFile(program, words, options, (error, out, complaint) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: `${out}${complaint}` }),
    );
  });
}

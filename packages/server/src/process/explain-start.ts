import type { Config } from "../config.ts";
import { ConfigurationError } from "../configuration/configuration.ts";
import { MasterKeyError } from "../secrets/master-key.ts";
import { StoreTooNew, StoreTooOld, StoreUnavailable } from "../store/ports/errors.ts";
import { EndedBeforeListening } from "./cluster.ts";
import { StartRefused } from "./lost-store.ts";

type Settings = Pick<Config, "host" | "port" | "metricsPort" | "dataFolder">;

/** Why a start has failed, and what to do: one or two sentences where the operator can correct it, else the stack. */
export function explainStart(error: unknown, config: Settings): string {
  if (!(error instanceof Error)) return String(error);
  return explain(error, config) ?? error.stack ?? error.message;
}

const plain = [
  MasterKeyError,
  StoreUnavailable,
  StoreTooNew,
  StoreTooOld,
  StartRefused,
  ConfigurationError,
  EndedBeforeListening,
];

/** Null for an error that the operator cannot correct. */
function explain(error: Error, config: Settings): string | null {
  if (plain.some((kind) => error instanceof kind)) return error.message;
  const { code, path, syscall }: NodeJS.ErrnoException = error;
  if (code === undefined) return null;
  return isOfListening(syscall)
    ? explainListening(code, portOf(error), config)
    : explainFile(code, path ?? config.dataFolder);
}

/** One of several processes binds through the first one, which reports `bind`. A name is looked up before that. */
function isOfListening(syscall: string | undefined): boolean {
  return syscall === "listen" || syscall === "bind" || syscall === "getaddrinfo";
}

function portOf(error: Error): number | null {
  return "port" in error && typeof error.port === "number" ? error.port : null;
}

function explainListening(code: string, failed: number | null, config: Settings): string | null {
  const { host, port, metricsPort } = config;
  const isMetrics = failed !== null && failed === metricsPort && failed !== port;
  const [setting, at] = isMetrics ? ["METRICS_PORT", failed] : ["PORT", failed ?? port];
  switch (code) {
    case "EADDRINUSE":
      return isMetrics || failed !== metricsPort
        ? `Port ${at} is in use: another gateway may be running. Stop it, or set ${setting} to a free one.`
        : `PORT and METRICS_PORT are both ${at}. Set METRICS_PORT to another one.`;
    case "EACCES":
      return `Port ${at} may not be opened by this user. Set ${setting} to one above 1023.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `HOST is ${host}, which is no address of this machine. Set HOST to one of them, or to 0.0.0.0 for all.`;
    default:
      return null;
  }
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOSPC: "its disk is full. Make room there",
  EDQUOT: "this user has used up what it may store there. Make room there",
  EROFS: "its disk may only be read. Make it writable",
  EACCES: "this user may not use it. Give it the right to",
  EPERM: "it is immutable, or this user may not write it. Make it writable",
};

function explainFile(code: string, path: string): string | null {
  const problem = fileProblems[code];
  return problem === undefined
    ? null
    : `${path} cannot be used: ${problem}, or set PORTICO_DATA to another folder, and start again.`;
}

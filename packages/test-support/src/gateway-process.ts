import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { gatewayProgram } from "./gateway-program.ts";

export interface GatewayProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly url: string;
  /** All that it has printed for people so far, and all that it has logged. */
  readonly printed: () => string;
  readonly logged: () => string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

type Environment = Readonly<Record<string, string>>;

/** The gateway as its operator starts it. It inherits nothing that could set it up otherwise. */
export async function startGatewayProcess(
  dataFolder: string,
  environment: Environment = {},
): Promise<GatewayProcess> {
  const { child, printed, logged } = await spawnGateway(dataFolder, environment);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stdout?.on("data", () => {
    const url = /listening on (\S+)/.exec(printed())?.[1];
    if (url !== undefined && printed().endsWith("\n")) resolve(url);
  });
  child.once("exit", () => reject(new Error(`It has ended: ${logged()}`)));
  const url = await promise;
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill(signal);
    await once(child, "exit");
    return child.exitCode;
  };
  return {
    child,
    url,
    printed,
    logged,
    stop,
    async [Symbol.asyncDispose]() {
      await stop("SIGKILL");
    },
  };
}

/** One that is expected to give up: its exit code and what it says about it. */
export async function failToStart(dataFolder: string, environment: Environment) {
  const { child, logged } = await spawnGateway(dataFolder, environment);
  const [code] = await once(child, "close");
  return { code, message: logged() };
}

async function spawnGateway(dataFolder: string, environment: Environment) {
  const child = spawn(process.execPath, [await gatewayProgram()], {
    cwd: dataFolder,
    env: { ...bareEnvironment(), PORT: "0", PORTICO_DATA: dataFolder, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { out: "", error: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.error += text;
  });
  return { child, printed: () => output.out, logged: () => output.error };
}

/**
 * All that a program which a test starts has of this process's environment: the path, and what Node has compiled before.
 * A gateway that compiles its modules for itself takes three times as long to start.
 */
export function bareEnvironment(): Readonly<Record<string, string>> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return {
    ...(PATH !== undefined && { PATH }),
    ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
  };
}

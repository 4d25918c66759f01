import { setTimeout as sleep } from "node:timers/promises";
import { type GatewayProcess, startGatewayProcess } from "@portico/test-support/gateway-process";

export interface FleetOptions {
  readonly dataFolders: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export interface Fleet {
  readonly urls: () => readonly string[];
  readonly members: readonly Member[];
  /** What ended without having been told to. */
  readonly crashes: () => number;
  /** Lets every process finish what it has begun. Gives those that did not end in good order. */
  stop(): Promise<readonly string[]>;
}

/** One place where a gateway runs, started again whenever it ends, as a service manager does. */
export class Member {
  readonly #folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  #process: GatewayProcess | null = null;
  #isWanted = true;
  #running: Promise<void> = Promise.resolve();
  /** How often it ended by itself. */
  crashes = 0;

  constructor(folder: string, environment: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.#environment = environment;
  }

  get url(): string | null {
    return this.#process?.url ?? null;
  }

  get pid(): number | null {
    return this.#process?.child.pid ?? null;
  }

  logged(): string {
    return this.#process?.logged() ?? "";
  }

  async start(): Promise<void> {
    this.#isWanted = true;
    // Where its store is away it gives up at once: a service manager tries again.
    for (let tries = 1; this.#process === null; tries += 1)
      try {
        this.#watch(await startGatewayProcess(this.#folder, this.#environment));
      } catch (error) {
        if (tries === 60 || !this.#isWanted) throw error;
        await sleep(500);
      }
  }

  #watch(started: GatewayProcess): void {
    this.#process = started;
    started.child.once("exit", (code, signal) => {
      if (this.#process !== started) return;
      this.#process = null;
      if (!this.#isWanted) return;
      if (signal !== "SIGKILL") {
        this.crashes += 1;
        const said = started.logged().trim().split("\n").slice(-3).join("\n");
        process.stderr.write(`a gateway ended by itself (${signal ?? code}): ${said}\n`);
      }
      this.#running = this.start().catch(() => {});
    });
  }

  /** SIGKILL; the next one starts at once. */
  kill(): void {
    this.#process?.child.kill("SIGKILL");
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.child.kill(signal);
  }

  /** SIGTERM; null where it was not running. */
  async stop(): Promise<number | null> {
    this.#isWanted = false;
    await this.#running;
    const running = this.#process;
    return running === null ? null : await running.stop("SIGTERM");
  }
}

export async function startFleet({ dataFolders, environment }: FleetOptions): Promise<Fleet> {
  const members = dataFolders.map((folder) => new Member(folder, environment));
  // The first one alone: on an empty store it makes the tables and the first keys.
  for (const member of members) await member.start();
  return {
    members,
    urls: () => members.flatMap(({ url }) => (url === null ? [] : [url])),
    crashes: () => members.reduce((sum, { crashes }) => sum + crashes, 0),
    async stop() {
      const codes = await Promise.all(members.map((member) => member.stop()));
      return codes.flatMap((code) =>
        code === 0 || code === null ? [] : [`a stopped gateway ended with ${code}`],
      );
    },
  };
}

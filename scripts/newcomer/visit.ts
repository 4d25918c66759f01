import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort } from "@portico/test-support/free-port";
import { Browser } from "./browser.ts";
import { Project } from "./project.ts";
import { demand, Program, Terminal, Unexpected } from "./terminal.ts";

/** Where the programs of the visit listen, as the documentation names it; `second` is a gateway of README's table. */
export const written = { gateway: 8787, mock: 4010, second: 9000 };
type Ports = typeof written;

export interface VisitOptions {
  /** Of the repository that is visited. */
  readonly root: string;
  readonly screenshots: string;
  readonly ports: Ports;
  readonly say: (line: string) => void;
}

/** What the first start gave, as it was printed. */
interface FirstStart {
  readonly output: string;
  readonly links: readonly string[];
  readonly apiKey: string;
  readonly managementKey: string;
  readonly curl: string;
}

interface Answer {
  readonly status: number;
  readonly message: string;
  /** What was sent and what came, for a reader. */
  readonly ran: string;
  readonly came: string;
}

/** The folders, windows and programs that the steps share. Everything is below one folder that is taken away. */
export class Visit {
  readonly folder = mkdtempSync(join(tmpdir(), "portico-newcomer-"));
  /** What the newcomer clones. */
  readonly repository = join(this.folder, "origin/portico.git");
  /** The clone, once README's first commands have made it. */
  readonly clone = join(this.folder, "portico");
  readonly options: VisitOptions;
  readonly environment: NodeJS.ProcessEnv;
  /** The window in which commands are typed. */
  readonly terminal: Terminal;
  /** The newcomer's own project, which the client is installed into. */
  readonly project: Project;
  readonly browser: Browser;
  /** Where the gateway is, without a path. */
  readonly origin: string;
  readonly api: string;
  gateway: Program | undefined;
  #first: FirstStart | undefined;

  constructor(options: VisitOptions) {
    this.options = options;
    const home = join(this.folder, "home");
    mkdirSync(home, { mode: 0o700 });
    this.environment = newcomersEnvironment(home, options.ports);
    this.terminal = new Terminal(this.folder, this.environment);
    this.project = new Project(join(this.folder, "project"), this.environment, options.root);
    this.browser = new Browser(options.screenshots);
    this.origin = `http://127.0.0.1:${options.ports.gateway}`;
    this.api = `${this.origin}/api/v1`;
  }

  get first(): FirstStart {
    if (this.#first !== undefined) return this.#first;
    const ran = "this step, which needs the keys of the first start";
    throw new Unexpected(ran, "a gateway that has started", "the first start failed");
  }

  /** `npm start` in the clone, up to where it listens; in place of the gateway that runs, if one does. */
  async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.gateway?.interrupt();
    const program = new Program("npm start", this.clone, { ...this.environment, ...settings });
    const [, url] = await program.until(/listening on (http\S+)/);
    demand(url === this.origin, "npm start", `a gateway at ${this.origin}`, program.output);
    this.gateway = program;
    this.#first ??= await firstStart(program);
  }

  /** A first call with a key. */
  async ask(key: string, input = "Hello"): Promise<Answer> {
    const body = JSON.stringify({ model: "sandbox/text", input, max_output_tokens: 400 });
    const reply = await fetch(`${this.api}/responses`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body,
    });
    const came = await reply.text();
    const { error } = JSON.parse(came) as { error?: { message?: string } | null };
    return {
      status: reply.status,
      message: error?.message ?? "",
      ran: `POST /responses ${body}`,
      came: `${reply.status} ${came}`,
    };
  }

  async end(): Promise<void> {
    await this.gateway?.interrupt();
    this.terminal.close();
    this.project.terminal.close();
    await this.browser.close();
  }
}

/** The start that makes the keys, and prints them with a command to try. */
async function firstStart(program: Program): Promise<FirstStart> {
  const [curl] = await program.until(/^curl .*\}'$/m);
  const { output } = program;
  const [apiKey = ""] = /\bptc_\w+/.exec(output) ?? [];
  const [managementKey = ""] = /\bptcm_\w+/.exec(output) ?? [];
  const ran = "npm start, on a terminal, for the first time";
  demand(apiKey !== "" && managementKey !== "", ran, "two keys", output);
  return { output, links: output.match(/http:\/\/\S+/g) ?? [], apiKey, managementKey, curl };
}

/** The ports as they are written, and another one for each that this machine has in use. */
export async function choosePorts(): Promise<Ports> {
  return {
    gateway: await portFor(written.gateway),
    mock: await portFor(written.mock),
    second: await portFor(written.second),
  };
}

async function portFor(wanted: number): Promise<number> {
  const server = createServer();
  try {
    await once(server.listen(wanted, "127.0.0.1"), "listening");
    return wanted;
  } catch {
    return freePort();
  } finally {
    server.close();
  }
}

/** How a machine reaches the network: not the developer's taste, so the newcomer has it too. */
const kept =
  /^(PATH|LANG|LC_ALL|TZ|https?_proxy|no_proxy|all_proxy|HTTPS?_PROXY|NO_PROXY|ALL_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR)$/;

const npmSettings = ["registry", "proxy", "https-proxy", "noproxy", "cafile"];

/** What somebody has who has only now got this machine: an empty home, and no setting but those of the network. */
function newcomersEnvironment(home: string, ports: Ports): NodeJS.ProcessEnv {
  const { PATH = "", ...others } = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => kept.test(name)),
  );
  // Outside the project, whose own settings a clone brings along.
  const options = { cwd: tmpdir(), encoding: "utf8" } as const;
  const npm = JSON.parse(execFileSync("npm", ["config", "list", "--json"], options));
  const set = npmSettings.filter((name) => typeof npm[name] === "string" && npm[name] !== "");
  // Without the Node and the programs of this repository.
  const folders = PATH.split(delimiter).filter((one) => !/node_modules|\.portico/.test(one));
  return {
    LANG: "C.UTF-8",
    ...others,
    ...Object.fromEntries(set.map((name) => [`npm_config_${name.replace("-", "_")}`, npm[name]])),
    PATH: folders.join(delimiter),
    HOME: home,
    TERM: "xterm",
    // A newcomer sets no port where the usual one is free.
    ...(ports.gateway === written.gateway ? {} : { PORT: `${ports.gateway}` }),
  };
}

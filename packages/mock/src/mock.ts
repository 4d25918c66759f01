import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, resolve } from "node:path";
import { loadDocument, type OpenApiDocument } from "@portico/contract";
import { pathAdvice } from "@portico/contract/path-advice";
import { control, controlPath, type Reach } from "./control.ts";
import { corsHeaders } from "./cors.ts";
import { basePath } from "./gateway/address.ts";
import * as behaviours from "./gateway/behaviours/index.ts";
import {
  createSimulatedGateway,
  type Rehearsal,
  type ReplyLine,
  type SimulatedGateway,
  seedOf,
  World,
} from "./gateway/index.ts";
import { packsOf } from "./gateway/packs.ts";
import { type Stage, scenarioWorlds, worldIn } from "./gateway/scenario.ts";
import {
  checkModels,
  playScript,
  readScript,
  type Script,
  type ScriptState,
} from "./gateway/script/index.ts";
import { prismReader } from "./prism.ts";
import type { ScenarioName } from "./scenarios/index.ts";
import { Sessions } from "./sessions.ts";
import { goneSignal, listen, requestOf, writeReply } from "./socket.ts";
import { isForStatusPage, pageHeaders, statusPage } from "./status-page.ts";

export interface MockOptions {
  /** Unless given, the contract's own. */
  readonly document?: OpenApiDocument;
  readonly rehearsal?: Partial<Rehearsal>;
  /** The state in which it starts, and to which it comes back. */
  readonly scenario?: ScenarioName;
  /** What calls of models meet. */
  readonly script?: Script;
  /** Models that exist beside those of the contract's examples and the sandbox, such as `gpt-*`. */
  readonly models?: readonly string[];
  /** The file that keeps what the mock remembers. */
  readonly stateFile?: string;
  readonly host?: string;
  /** 0 takes a free port. */
  readonly port?: number;
  /** Called for each reply. */
  readonly onReply?: (line: ReplyLine) => void;
}

export interface Mock extends AsyncDisposable {
  /** Including the base path. */
  readonly url: string;
  /** Serves another document from the next request on. */
  replace(document: OpenApiDocument): Promise<void>;
  close(): Promise<void>;
}

interface Served {
  readonly document: OpenApiDocument;
  readonly gateway: SimulatedGateway;
}

/** What outlives a change of the document. */
interface Kept {
  readonly sessions: Sessions;
  readonly reach: Reach;
  readonly file: StateFile | null;
}

/** Serves the contract like the gateway: the simulated gateway behind a socket, with Prism as its second reader. */
export async function startMock(options: MockOptions): Promise<Mock> {
  const kept = await keep(options);
  let served = await servedFrom(options, kept);
  const { origin, ...listening } = await listen(
    (request, reply) => void serve(served, kept, request, reply),
    options,
  );
  return {
    ...listening,
    url: `${origin}${basePath}`,
    async replace(document) {
      served = await servedFrom({ ...options, document }, kept);
    },
  };
}

async function keep(options: MockOptions): Promise<Kept> {
  const { document = ownDocument(), rehearsal, scenario, stateFile } = options;
  const stage = stageOf(document, rehearsal);
  const script = options.script && readScript(options.script);
  const worldOf = async (name: ScenarioName | null): Promise<World> => {
    const reached = name && (await worldIn(name, stage)).toJSON();
    return new World(
      () => ({ ...(reached ?? seedOf(stage.packs)), ...(script && { script }) }),
      stage.seed,
    );
  };
  const first = await worldOf(scenario ?? null);
  const sessions = new Sessions(() => first.toJSON(), stage.seed);
  return {
    sessions,
    reach: worldOf,
    file: stateFile === undefined ? null : new StateFile(stateFile, sessions, script),
  };
}

let parsed: OpenApiDocument | undefined;

/** The same object for each mock of a process, so that what is made of it is made once. */
function ownDocument(): OpenApiDocument {
  parsed ??= loadDocument();
  return parsed;
}

async function servedFrom(options: MockOptions, { sessions }: Kept): Promise<Served> {
  const { document = ownDocument() } = options;
  return { document, gateway: await createGateway({ ...options, document }, sessions) };
}

function stageOf(document: OpenApiDocument, rehearsal: MockOptions["rehearsal"]) {
  const packs = packsOf(document);
  return { packs, behaviours, seed: rehearsal?.seed ?? 1 } satisfies Stage;
}

/** What the mock answers with, without a socket. */
export async function createGateway(
  { document = ownDocument(), rehearsal = {}, models = [], onReply, scenario }: MockOptions,
  sessions?: Sessions,
): Promise<SimulatedGateway> {
  const stage = stageOf(document, rehearsal);
  const second = await prismReader(document);
  return createSimulatedGateway({
    ...stage,
    ...(scenario && { world: await worldIn(scenario, stage) }),
    ...(sessions && { worldOf: sessions.of }),
    direct: (call, behaviour) => {
      checkModels(call, models);
      return playScript(call, behaviour);
    },
    scenarios: scenarioWorlds(stage),
    rehearsal,
    advice: (method, path) => pathAdvice(basePath, method, path),
    ...(second && { second }),
    onReply(line) {
      sessions?.journalOf(line.request).add(line);
      onReply?.(line);
    },
  });
}

async function serve(
  { document, gateway }: Served,
  { sessions, reach, file }: Kept,
  request: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  const cors = corsHeaders(request);
  if (request.method === "OPTIONS") return void reply.writeHead(204, cors).end();
  if (request.method === "GET" && /^\/openapi\.json(\?|$)/.test(request.url ?? "")) {
    const json = { ...cors, "Content-Type": "application/json" };
    return void reply.writeHead(200, json).end(JSON.stringify(document));
  }
  if (isForStatusPage(request)) return void reply.writeHead(200, pageHeaders).end(statusPage);
  const gone = goneSignal(reply);
  try {
    const asked = requestOf(request, gone);
    const isControl = new URL(asked.url).pathname.startsWith(controlPath);
    const answer = await (isControl ? control(asked, sessions, reach) : gateway.handle(asked));
    file?.save();
    await writeReply(answer, cors, reply, gone);
  } catch {
    // The connection was refused, or the caller has gone.
    reply.destroy();
  }
}

/** Keeps the states of all sessions in one file, which is replaced as a whole. */
class StateFile {
  readonly #path: string;
  readonly #sessions: Sessions;
  #saved = 0;

  constructor(path: string, sessions: Sessions, script: ScriptState | undefined) {
    this.#path = path;
    this.#sessions = sessions;
    if (!existsSync(path)) {
      checkFolder(path);
      return;
    }
    try {
      sessions.load(JSON.parse(readFileSync(path, "utf8")), script);
    } catch (cause) {
      throw new Error(`${path} holds no state of the mock: delete it, or name another file.`, {
        cause,
      });
    }
  }

  /** Writes what has changed since the last time. */
  save(): void {
    const { changes } = this.#sessions;
    if (changes === this.#saved) return;
    this.#saved = changes;
    const text = JSON.stringify(this.#sessions, null, 2);
    writeFileSync(`${this.#path}.new`, `${text}\n`);
    renameSync(`${this.#path}.new`, this.#path);
  }
}

/** At the start, so that no reply is lost because its change cannot be kept. */
function checkFolder(path: string): void {
  const folder = dirname(resolve(path));
  try {
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new Error(`${path} cannot be written: there is no folder ${folder} to write in.`, {
      cause,
    });
  }
}

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
import type { OpenApiDocument } from "@portico/contract";
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
import { prismReader } from "./prism.ts";
import type { ScenarioName } from "./scenarios/index.ts";
import { Sessions } from "./sessions.ts";
import { goneSignal, listen, requestOf, writeReply } from "./socket.ts";

export interface MockOptions {
  readonly document: OpenApiDocument;
  readonly rehearsal?: Partial<Rehearsal>;
  /** The state in which it starts, and to which it comes back. */
  readonly scenario?: ScenarioName;
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

async function keep({ document, rehearsal, scenario, stateFile }: MockOptions): Promise<Kept> {
  const stage = stageOf(document, rehearsal);
  const first = scenario && (await worldIn(scenario, stage)).toJSON();
  const sessions = new Sessions(() => first ?? seedOf(stage.packs), stage.seed);
  return {
    sessions,
    reach: async (name) =>
      name === null ? new World(() => seedOf(stage.packs), stage.seed) : worldIn(name, stage),
    file: stateFile === undefined ? null : new StateFile(stateFile, sessions),
  };
}

async function servedFrom(options: MockOptions, { sessions }: Kept): Promise<Served> {
  return { document: options.document, gateway: await createGateway(options, sessions) };
}

function stageOf(document: OpenApiDocument, rehearsal: MockOptions["rehearsal"]) {
  const packs = packsOf(document);
  return { packs, behaviours, seed: rehearsal?.seed ?? 1 } satisfies Stage;
}

/** What the mock answers with, without a socket. */
export async function createGateway(
  { document, rehearsal = {}, onReply, scenario }: MockOptions,
  sessions?: Sessions,
): Promise<SimulatedGateway> {
  const stage = stageOf(document, rehearsal);
  return createSimulatedGateway({
    ...stage,
    ...(scenario && { world: await worldIn(scenario, stage) }),
    ...(sessions && { worldOf: sessions.of }),
    scenarios: scenarioWorlds(stage),
    rehearsal,
    advice: (method, path) => pathAdvice(basePath, method, path),
    second: await prismReader(document),
    ...(onReply && { onReply }),
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

  constructor(path: string, sessions: Sessions) {
    this.#path = path;
    this.#sessions = sessions;
    if (!existsSync(path)) {
      checkFolder(path);
      return;
    }
    try {
      sessions.load(JSON.parse(readFileSync(path, "utf8")));
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

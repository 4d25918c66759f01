import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Fields, fieldsOf } from "@portico/core/json/shape";
import { chat } from "./chat.ts";
import type { Dialect, Heard, Said } from "./dialect.ts";
import { gemini } from "./gemini.ts";
import { messages } from "./messages.ts";
import { responses } from "./responses.ts";

/** By the names of their APIs, as the table heads its columns. */
export const dialects = { responses, chat, messages, gemini } as const;
export type DialectName = keyof typeof dialects;
export const dialectNames = Object.keys(dialects) as DialectName[];

export interface Exchange {
  readonly heard: Heard;
  readonly said: Said;
  /** What has to come back with the thought that was said. */
  readonly mark: string;
}

/** What the model says to a request; asked in the order of the requests. */
export type Script = (heard: Heard) => Said;

/** Vendors in every dialect at one address, each below its name. Their one model says what the script that is on says. */
export interface Vendors extends AsyncDisposable {
  readonly urlOf: (dialect: DialectName) => string;
  /** What was heard and said since the script is on. */
  readonly exchanges: readonly Exchange[];
  /** What was wrong with requests: a rule of their API is broken, or the tool is missing that the script calls. */
  readonly refused: readonly string[];
  play(script: Script): void;
}

export async function startVendors(): Promise<Vendors> {
  let script: Script = () => ({ text: "No script is on." });
  let exchanges: Exchange[] = [];
  let refused: string[] = [];
  let answers = 0;
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    urlOf: (dialect) => `http://127.0.0.1:${port}/${dialect}/v1`,
    get exchanges() {
      return exchanges;
    },
    get refused() {
      return refused;
    },
    play(next) {
      script = next;
      exchanges = [];
      refused = [];
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const path = request.url?.split("?")[0] ?? "";
    const dialect = dialectAt(path);
    if (dialect === undefined || !dialect.isAnswered(path))
      return refuse(response, 404, "no such path");

    const heard = dialect.hear(body);
    const mistake = mistakeOf(heard);
    if (mistake !== undefined) {
      refused.push(mistake);
      return refuse(response, 400, mistake);
    }
    answers += 1;
    const said = script(heard);
    const missing = said.call && !heard.tools.includes(said.call.name);
    if (missing) refused.push(`${said.call.name} is not among the tools: ${heard.tools.join()}`);
    const mark = dialect === chat ? (said.thought ?? "") : markOf(answers);
    exchanges.push({ heard, said, mark });
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(dialect.say(said, { id: String(answers), mark }));
  }
}

async function bodyOf(request: IncomingMessage): Promise<Fields> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const text = Buffer.concat(pieces).toString();
  return text === "" ? {} : fieldsOf(JSON.parse(text));
}

function dialectAt(path: string): Dialect | undefined {
  const name = path.split("/")[1] ?? "";
  return Object.hasOwn(dialects, name) ? dialects[name as DialectName] : undefined;
}

/** Each vendor refuses a conversation whose calls and results do not pair. */
function mistakeOf({ calls, answered }: Heard): string | undefined {
  const pairs = calls.length === answered.length && calls.every((call) => answered.includes(call));
  return pairs ? undefined : `calls ${calls.join()} do not pair with results ${answered.join()}`;
}

/** Vendors' signatures are base64. */
function markOf(answer: number): string {
  return Buffer.from(`the mark of answer ${answer}`).toString("base64");
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { type: "invalid_request_error", message } }));
}

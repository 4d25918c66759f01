import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Bill, Journal } from "../journal.ts";
import type { Told } from "./dialect.ts";

/** One question as a vendor sees it. */
export interface Question {
  readonly response: ServerResponse;
  readonly isStream: boolean;
  /** Of the question itself, as the vendor counts it. */
  readonly tokens: number;
  /** Puts this on the bill. */
  bill(told: Told): void;
  /** The caller may hang up now. */
  ready(): void;
}

export interface Vendor extends AsyncDisposable {
  readonly url: string;
  billsOf(name: string): readonly Bill[];
  onReady(name: string, then: () => void): void;
}

/** A question's name stands in its text, so that every dialect carries it to the vendor. */
const nameIn = /question (q\d+)/;

/** A vendor that keeps a journal of its bills. What it does goes by the name of the model. */
export async function startVendor(
  answer: (model: string, question: Question) => void | Promise<void>,
  tokensOf: (name: string) => number,
): Promise<Vendor> {
  const journal = new Journal();
  const waiting = new Map<string, () => void>();
  const server = createServer(async (request, response) => {
    response.on("error", () => undefined);
    const text = await textOf(request);
    const name = nameIn.exec(text)?.[1] ?? "";
    const body: { readonly model?: string; readonly stream?: boolean } = JSON.parse(text);
    const path = decodeURIComponent(request.url ?? "");
    const model = body.model ?? /models\/(.*):/.exec(path)?.[1] ?? "";
    const write = journal.open(name);
    await answer(model, {
      response,
      isStream: body.stream === true || path.includes(":stream"),
      tokens: tokensOf(name),
      bill: write,
      ready: () => waiting.get(name)?.(),
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    billsOf: (name) => journal.of(name),
    onReady: (name, then) => void waiting.set(name, then),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

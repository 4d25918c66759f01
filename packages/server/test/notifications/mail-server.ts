import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerError, type SMTPServerSession } from "smtp-server";
import type { MailSettings } from "../../src/configuration/configuration.ts";
import { testCertificate, testKey } from "./test-certificate.ts";

export type Stage = "connected" | "from" | "to" | "data" | "taken";

export interface ReceivedMail {
  readonly messageId: string;
  /** The message as received: headers and text. */
  readonly raw: string;
  /** The text alone, decoded. */
  readonly text: string;
  readonly to: readonly string[];
  readonly user: string | null;
  readonly isSecure: boolean;
}

export interface MailServer extends AsyncDisposable {
  readonly port: number;
  /** All accepted mails in order; a repeated one twice. */
  readonly received: readonly ReceivedMail[];
  readonly connections: () => number;
}

export interface MailServerOptions {
  readonly tls?: MailSettings["tls"];
  readonly login?: { readonly user: string; readonly password: string };
  /** Awaited before the server goes on; if it never resolves, the client waits. */
  readonly onStage?: (stage: Stage) => Promise<void> | void;
  /** Addresses that the server refuses. */
  readonly refused?: readonly string[];
  readonly port?: number;
}

/** A real SMTP server on this machine, which accepts and keeps every mail. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { tls = "none", login, onStage = () => {}, refused = [] } = options;
  const received: ReceivedMail[] = [];
  let connections = 0;
  const at = (stage: Stage, next: (error?: SMTPServerError | null) => void) =>
    void Promise.resolve(onStage(stage)).then(() => next());
  const server = new SMTPServer({
    secure: tls === "implicit",
    key: testKey,
    cert: testCertificate,
    authOptional: login === undefined,
    allowInsecureAuth: false,
    disabledCommands: tls === "starttls" ? [] : ["STARTTLS"],
    logger: false,
    onConnect(_session, next) {
      connections += 1;
      at("connected", next);
    },
    onAuth({ username, password }, _session, next) {
      if (username === login?.user && password === login?.password)
        return next(null, { user: username });
      next(new Error("Invalid username or password"));
    },
    onMailFrom: (_address, _session, next) => at("from", next),
    onRcptTo({ address }, _session, next) {
      if (refused.includes(address)) return next(refusal(`No such user: ${address}`));
      at("to", next);
    },
    onData(stream, session, next) {
      const take = async () => {
        await onStage("data");
        received.push(mailOf((await buffer(stream)).toString("utf8"), session));
        at("taken", next);
      };
      // A server keeps nothing of a mail that breaks off.
      take().catch(next);
    },
  });
  // Some tests kill the client.
  server.on("error", () => {});
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    received,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function refusal(message: string): SMTPServerError {
  return Object.assign(new Error(message), { responseCode: 550 });
}

function mailOf(raw: string, { envelope, secure, user }: SMTPServerSession): ReceivedMail {
  const messageId = /^Message-ID: (<[^>]+>)\r$/im.exec(raw)?.[1];
  if (messageId === undefined) throw new Error(`A mail without a Message-ID came: ${raw}`);
  return {
    messageId,
    raw,
    text: textOf(raw),
    to: envelope.rcptTo.map(({ address }) => address),
    user: typeof user === "string" ? user : null,
    isSecure: secure,
  };
}

/** Decodes quoted-printable, whose lines may break anywhere. */
function textOf(raw: string): string {
  const [, body = ""] = raw.split(/\r\n\r\n(.*)/s);
  const bytes = body
    .replaceAll("=\r\n", "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

export function mailSettings(
  { port }: Pick<MailServer, "port">,
  change: Partial<MailSettings> = {},
): MailSettings {
  return {
    host: "127.0.0.1",
    port,
    tls: "none",
    credentials: null,
    ca: null,
    from: { name: "Portico", address: "portico@gateway.example" },
    to: ["operator@example.com"],
    ...change,
  };
}

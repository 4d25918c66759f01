import { Readable } from "node:stream";
import type { MailSettings } from "../configuration/configuration.ts";

export interface SmtpSession {
  /**
   * Awaits `beforeEnd` when all but the line that ends the message has been sent: a server drops a message without
   * its end. Resolves when the server has accepted the mail.
   */
  send(mail: OutgoingMail, beforeEnd: () => Promise<void>): Promise<void>;
  close(): void;
}

export interface OutgoingMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly message: Uint8Array;
}

type Done = (error?: Error | null) => void;

const openTimeoutMs = 10_000;
/** RFC 5321 allows a server up to ten minutes of silence; callers have time limits of their own. */
const silenceMs = 600_000;
const maxResponseBytes = 64 * 1024;

/** Connects, with TLS as configured, and logs in. All mail leaves through this function. */
export async function openSmtpSession(
  settings: MailSettings,
  signal: AbortSignal,
): Promise<SmtpSession> {
  // Loaded with the first mail: most processes never send one. https://nodemailer.com/extras/smtp-connection names this
  // path as the entrance.
  const { default: SMTPConnection } = await import("nodemailer/lib/smtp-connection");
  const { host, port, tls, credentials, ca } = settings;
  signal.throwIfAborted();
  const connection = new SMTPConnection({
    host,
    port,
    secure: tls === "implicit",
    requireTLS: tls === "starttls",
    ignoreTLS: tls === "none",
    tls: ca === null ? {} : { ca },
    connectionTimeout: openTimeoutMs,
    greetingTimeout: openTimeoutMs,
    dnsTimeout: openTimeoutMs,
    socketTimeout: silenceMs,
    maxResponseSize: maxResponseBytes,
  });
  const { promise: broken, reject } = Promise.withResolvers<never>();
  // A break between two steps is reported by the next step.
  broken.catch(() => {});
  connection.on("error", reject);
  connection.on("end", () => reject(new Error("The mail server has closed the connection.")));
  const onAbort = () => {
    reject(signal.reason);
    connection.close();
  };
  signal.addEventListener("abort", onAbort, { once: true });
  const close = () => {
    signal.removeEventListener("abort", onAbort);
    connection.close();
  };
  const step = async (begin: (done: Done) => void) => {
    const { promise, resolve, reject: fail } = Promise.withResolvers<void>();
    begin((error) => (error ? fail(error) : resolve()));
    try {
      await Promise.race([promise, broken]);
    } catch (error) {
      close();
      throw mailFailure(error, settings);
    }
  };

  await step((done) => connection.connect(done));
  if (credentials !== null) {
    const { user, password: pass } = credentials;
    await step((done) => connection.login({ user, pass }, done));
  }
  return {
    async send({ from, to, message }, beforeEnd) {
      const parts = Readable.from(heldBack(message, beforeEnd), { objectMode: false });
      const envelope = { from, to: [...to], size: message.length };
      await step((done) => connection.send(envelope, parts, done));
    },
    close,
  };
}

/** The message is complete when this stream ends. */
async function* heldBack(message: Uint8Array, beforeEnd: () => Promise<void>) {
  yield message;
  await beforeEnd();
}

/** The server's error, without the login that was sent to it. */
function mailFailure(error: unknown, { credentials }: MailSettings): Error {
  const fact = (name: string) => {
    const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined;
    return typeof value === "string" && value !== "" ? [value] : [];
  };
  const message = error instanceof Error ? error.message : String(error);
  const text = [...fact("code"), ...fact("command"), message].join(" ").slice(0, 500);
  const plain = credentials === null ? text : text.replaceAll(credentials.password, "[password]");
  return new Error(plain, { cause: error instanceof Error ? error.name : undefined });
}

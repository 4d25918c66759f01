import type { ApiError, Portico } from "@portico/client";
import { CliError } from "./cli-error.ts";

export interface Connection {
  /** With or without `/api/v1`. */
  readonly url: string;
  readonly managementKey: string;
}

const timeoutMs = 30_000;

/** Runs the work with a client of that gateway. An error of the client becomes the command's error. */
export async function withGateway<Result>(
  { url, managementKey }: Connection,
  work: (gateway: Portico) => Promise<Result>,
): Promise<Result> {
  // Loaded here and not above: the help and the start of a gateway (`portico serve`) do not need it.
  const { ConfigurationError, createPortico, isApiError, PorticoError } = await import(
    "@portico/client"
  );
  try {
    const gateway = createPortico({
      baseUrl: `${url.replace(/\/+$/, "").replace(/\/api\/v1$/, "")}/api/v1`,
      apiKey: managementKey,
      // No retries: where only the answer was lost, a retry would create a second key. The operator decides.
      retry: false,
      fetch: send,
    });
    return await work(gateway);
  } catch (error) {
    if (error instanceof ConfigurationError) throw unusable(error);
    if (isApiError(error)) throw refusal(url, error);
    if (error instanceof PorticoError || isTimeout(error)) throw unreachable(url, error);
    throw error;
  }
}

/** Sends the key only to the given address. The time limit covers the body too. */
function send(request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  return fetch(request, { redirect: "error", signal });
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

export function unreachable(gateway: string, cause?: unknown): CliError {
  return new CliError(
    `No gateway answers at ${gateway}: is it running? Start it with "npm start", or set its address with --url or PORTICO_URL.`,
    "unreachable",
    { cause },
  );
}

function unusable(cause: Error): CliError {
  return new CliError(
    `${cause.message} The address comes from --url or PORTICO_URL, the key from --key, PORTICO_MANAGEMENT_KEY or bootstrap.json in the data folder.`,
    "usage",
    { cause },
  );
}

function refusal(
  url: string,
  { status, serviceMessage, retryAfterMs, requestId }: ApiError,
): CliError {
  const wait = retryAfterMs === null ? "" : ` Try again in ${Math.ceil(retryAfterMs / 1000)} s.`;
  const hint =
    status === 401
      ? " The key that was sent comes from --key, PORTICO_MANAGEMENT_KEY or bootstrap.json in the data folder."
      : "";
  return new CliError(
    `${serviceMessage}${wait}${hint} (${status} from ${url}, request ${requestId ?? "without an id"})`,
  );
}

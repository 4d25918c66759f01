import { createServer } from "node:net";
import { localUrl } from "../connection.ts";
import { type Finding, failed, messageOf, ok } from "./finding.ts";

interface Address {
  readonly host: string;
  readonly port: number;
}

/** Taken by the gateway itself is well; taken by anything else is not. */
export async function checkPort({ host, port }: Address): Promise<Finding> {
  const url = localUrl({ host, port });
  const isGateway = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
  if (isGateway) return ok("port", `the gateway answers at ${url}`);
  const problem = await tryToListen({ host, port });
  return problem === null
    ? ok("port", `${host}:${port} is free; no gateway is running there`)
    : failed("port", `${host}:${port} cannot be used: ${problem}; choose another PORT`);
}

function tryToListen({ host, port }: Address): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(messageOf(error)));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

import { createServer } from "node:net";
import { readOwnKey } from "../../secrets/installation.ts";
import { localUrl } from "../shell/connection.ts";
import { whoListens } from "../shell/own-gateway.ts";
import { type Finding, failed, messageOf, ok } from "./finding.ts";

interface Address {
  readonly host: string;
  readonly port: number;
  readonly dataFolder: string;
}

/** The port may be in use by the gateway itself, but not by another program. */
export async function checkPort({ host, port, dataFolder }: Address): Promise<Finding> {
  const url = localUrl({ host, port });
  const ownKey = await readOwnKey(dataFolder);
  const isGateway = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
  if (isGateway && ownKey !== null && (await whoListens(url, ownKey)) !== "own")
    return failed("port", `a gateway of another data folder than ${dataFolder} answers at ${url}`);
  if (isGateway) return ok("port", `the gateway answers at ${url}`);
  const problem = await tryToListen({ host, port });
  return problem === null
    ? ok("port", `${host}:${port} is free; no gateway is running there`)
    : failed("port", `${host}:${port} cannot be used: ${problem}; choose another PORT`);
}

function tryToListen({ host, port }: Pick<Address, "host" | "port">): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(messageOf(error)));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

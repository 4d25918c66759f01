import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig, serve } from "@portico/server";
import { remoteTarget } from "../../src/targets/remote.ts";
import { startFakeUpstream } from "./fake-upstream.ts";
import { byokProvider, routing, writeConfiguration } from "./gateway-configuration.ts";
import { readBootstrapKeys } from "./read-bootstrap-keys.ts";
import type { RunningTarget } from "./running-target.ts";

/** The whole gateway in this process, on its embedded store. With a file, its configuration cannot be changed by the interface. */
export async function startSqliteTarget({ hasFile = true } = {}): Promise<RunningTarget> {
  const folder = await mkdtemp(join(tmpdir(), "portico-conformance-"));
  const upstream = await startFakeUpstream();
  const configuration = await writeConfiguration(folder, upstream);
  const served = await serve(
    readConfig({
      PORT: "0",
      PORTICO_DATA: folder,
      ...(hasFile && { PORTICO_CONFIG: configuration }),
      PORTICO_LOG_LEVEL: "silent",
    }),
  );
  const keys = await readBootstrapKeys(folder);
  return {
    target: await remoteTarget({
      name: "the server in process, on SQLite",
      url: served.url,
      ...keys,
      workspace: "default",
      byokProvider,
      routing,
    }),
    async [Symbol.asyncDispose]() {
      await served.close();
      await upstream[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

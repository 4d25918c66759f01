import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { loadDocument, operationIds } from "@portico/contract";
import { freePort } from "@portico/test-support/free-port";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cases } from "../src/cases/index.ts";
import { type Outcome, runSuite } from "../src/suite/run-suite.ts";
import { startForwarder } from "./stock/forwarder.ts";
import { folderWith } from "./stock/published.ts";
import { bin } from "./stock/run-tool.ts";
import { validJsonRequests } from "./stock/valid-request.ts";
import { startSqliteTarget } from "./targets/sqlite-target.ts";

/**
 * The whole suite runs against the gateway; each of its requests that is valid and asks for JSON goes through
 * `prism proxy --errors`, which answers with a problem of its own where request or reply break the document.
 */
describe("prism proxy --errors in front of the gateway", () => {
  const stack = new AsyncDisposableStack();
  const problems: string[] = [];
  const seen = new Set<string>();
  let outcome: Outcome;

  beforeAll(async () => {
    const { target } = stack.use(await startSqliteTarget());
    const { origin, pathname: basePath } = new URL(target.baseUrl);
    const folder = stack.use(folderWith(loadDocument()));
    const prismUrl = await startPrism(stack, folder.path, target.baseUrl);
    const operationOf = validJsonRequests(loadDocument(), basePath);
    const forwarder = stack.use(
      await startForwarder(
        (request) =>
          operationOf(request) === null
            ? `${origin}${request.target}`
            : `${prismUrl}${request.target.slice(basePath.length)}`,
        (request, { status, mediaType, text }) => {
          const operation = operationOf(request);
          if (operation === null) return;
          if (mediaType === "application/problem+json")
            problems.push(`${operation.id} ${request.target} ${request.body}: ${text}`);
          else if (status < 300) seen.add(operation.id);
        },
      ),
    );
    outcome = await runSuite({ ...target, baseUrl: `${forwarder.url}${basePath}` }, cases);
  });
  afterAll(() => stack.disposeAsync());

  it("reports no violation", () => {
    expect(problems).toEqual([]);
  });

  it("lets every case of the suite pass", () => {
    const failed = outcome.results.filter((result) => result.outcome === "failed");
    expect(failed.map(({ title, reason }) => `${title}: ${reason}`)).toEqual([]);
  });

  it("has seen a success of every operation that succeeds on request", () => {
    // It refunds only what was abandoned, or cost something and failed.
    const rare = ["refundGeneration"];
    // Sessions count on the gateway's own address alone, and the ways to sign in are asked without a key: no such request
    // goes through the proxy.
    const withoutKey = ["createSession", "deleteSession", "getSession", "listSignInWays"];
    const unseen = operationIds.filter((id) => !seen.has(id));
    expect(unseen.toSorted()).toEqual([...rare, ...withoutKey].toSorted());
  });
});

async function startPrism(
  stack: AsyncDisposableStack,
  folder: string,
  upstream: string,
): Promise<string> {
  const port = await freePort();
  const words = ["proxy", "openapi.json", upstream, "--errors", "-h", "127.0.0.1", "-p", `${port}`];
  const prism: ChildProcess = spawn(bin("prism"), words, { cwd: folder, stdio: "ignore" });
  stack.defer(async () => {
    const gone = once(prism, "exit");
    prism.kill("SIGTERM");
    await gone;
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => null))) await delay(100);
  return url;
}

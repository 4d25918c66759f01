import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { eventually } from "@portico/test-support/eventually";
import { startGatewayProcess } from "@portico/test-support/gateway-process";
import { describe, expect, it } from "vitest";

/** Notes each module of the clouds' libraries that the process loads. */
const spy = `
  import { appendFileSync } from "node:fs";
  import { registerHooks } from "node:module";
  registerHooks({
    load(url, context, next) {
      if (/node_modules\\/(@aws-sdk|@smithy|google-auth-library|gaxios|gcp-metadata)\\//.test(url))
        appendFileSync(process.env.LOADED, url + "\\n");
      return next(url, context);
    },
  });
`;

/** The modules that a gateway has loaded once it serves, and then some. */
async function loadedBy(providers: string, isEnough: (loaded: string) => boolean): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "portico-load-"));
  const at = (name: string) => join(folder, name);
  writeFileSync(at("spy.mjs"), spy);
  writeFileSync(at("loaded"), "");
  writeFileSync(at("portico.yaml"), `providers:\n${providers}`);
  await using gateway = await startGatewayProcess(folder, {
    NODE_OPTIONS: `--import ${pathToFileURL(at("spy.mjs")).href}`,
    LOADED: at("loaded"),
    ...{ AWS_EC2_METADATA_DISABLED: "true", METADATA_SERVER_DETECTION: "none", HOME: folder },
  });
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  await eventually(() => expect(isEnough(readFileSync(at("loaded"), "utf8"))).toBe(true));
  return readFileSync(at("loaded"), "utf8");
}

describe("the clouds' libraries", () => {
  it("are not loaded where no provider needs them", async () => {
    const loaded = await loadedBy(
      "  bedrock: { kind: bedrock, access_key_id: a, secret_access_key: b }\n  mine: { kind: bedrock }\n  vertex: { kind: vertex, project: p }\n",
      () => true,
    );
    expect(loaded).toBe("");
  });

  it("are loaded at the start, each where its cloud's credential is to be found", async () => {
    const aws = await loadedBy("  bedrock: { kind: bedrock, credentials: default }\n", (loaded) =>
      loaded.includes("/@aws-sdk/"),
    );
    expect(aws).not.toContain("google-auth-library");
    const google = await loadedBy(
      "  vertex: { kind: vertex, project: p, credentials: default }\n",
      (loaded) => loaded.includes("/google-auth-library/"),
    );
    expect(google).not.toContain("/@aws-sdk/");
  });
});

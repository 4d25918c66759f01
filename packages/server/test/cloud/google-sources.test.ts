import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import { gcpMetadata } from "google-auth-library";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createProvider } from "../../src/providers/index.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { emptyCall, settingsOf } from "../providers/sample.ts";
import { heard } from "../recorded/heard.ts";
import { type FakeService, fakeService, type ServiceAnswer } from "./fake-service.ts";
import { googleTokens } from "./google-tokens.ts";
import { bareMachine } from "./machine.ts";

let home: string;
beforeEach(() => {
  home = bareMachine();
});
afterEach(() => {
  // The library remembers of its process whether the machine is one of Google's.
  gcpMetadata.resetIsAvailableCache();
  vi.unstubAllEnvs();
});

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const key = privateKey.export({ type: "pkcs8", format: "pem" });
/** No test is about a time-out: Google's library takes more than a second to load on a busy machine. */
const patient = { connectMs: 60_000, firstByteMs: 60_000, idleMs: 60_000, totalMs: 60_000 };
const answer = { candidates: [{ content: { parts: [{ text: "Hi" }] }, finishReason: "STOP" }] };

/** A provider with `credentials: default` at a model of this machine. */
async function vertex(status: () => ServiceAnswer = () => [200, answer]) {
  const model = await fakeService(status);
  const upstream = createUpstream();
  const options = { credentials: "default", project: "portico-project" };
  const { apiKey: _, ...settings } = settingsOf("vertex", {
    ...{ baseUrl: model.url, options, timeouts: patient },
  });
  const provider = createProvider(settings, upstream);
  return {
    provider,
    model,
    ask: (call?: Partial<RespondCall>) =>
      heard(provider, { ...emptyCall, model: "gemini-x", stream: false, ...call }),
    bearers: () => model.requests.map(({ headers }) => headers.authorization),
    async [Symbol.asyncDispose]() {
      await upstream.close();
      await model[Symbol.asyncDispose]();
    },
  };
}

/** The metadata server of GKE and GCE. */
async function metadataServer(token: (count: number) => ServiceAnswer): Promise<FakeService> {
  let count = 0;
  const server = await fakeService(({ path, headers }) => {
    const flavor = { "metadata-flavor": "Google" };
    if (headers["metadata-flavor"] !== "Google") return [403, "no flavor"];
    if (!path.includes("/service-accounts/default/token")) return [200, "yes", flavor];
    count += 1;
    const said = token(count);
    return said === undefined ? undefined : [said[0], said[1], flavor];
  });
  vi.stubEnv("METADATA_SERVER_DETECTION", undefined);
  vi.stubEnv("GCE_METADATA_HOST", server.host);
  return server;
}

const tokensGiven = ({ requests }: FakeService) =>
  requests.filter(({ path }) => path.includes("/token")).length;

function tokenOf(count: number, seconds: number): ServiceAnswer {
  return [200, { access_token: `token-${count}`, expires_in: seconds, token_type: "Bearer" }];
}

describe("Vertex with `credentials: default` on GKE or GCE", () => {
  it("asks with the metadata server's token, fetched once for all who wait", async () => {
    await using metadata = await metadataServer((count) => tokenOf(count, 3_600));
    await using google = await vertex();
    const answers = await Promise.all(Array.from({ length: 5 }, () => google.ask()));
    expect(answers.map(({ text }) => text)).toEqual(["Hi", "Hi", "Hi", "Hi", "Hi"]);
    expect(new Set(google.bearers())).toEqual(new Set(["Bearer token-1"]));
    expect(tokensGiven(metadata)).toBe(1);
    expect(google.model.requests[0]?.path).toBe(
      "/v1/projects/portico-project/locations/us-central1/publishers/google/models/gemini-x:generateContent",
    );
  });

  it("renews the token before it ends, and after it was refused", async () => {
    await using _ = await metadataServer((count) => tokenOf(count, count === 1 ? 120 : 3_600));
    let status = 200;
    await using google = await vertex(() => [status, answer]);
    await google.ask();
    await google.ask();
    await google.ask();
    const [first, second, third] = google.bearers();
    expect(second).not.toBe(first);
    expect(third).toBe(second);
    status = 401;
    await google.ask();
    await google.ask();
    expect(google.bearers().at(-1)).not.toBe(second);
  });
});

/** Workload identity federation: a token in a file is exchanged for one of Google's. */
function federation(sts: FakeService): void {
  writeFileSync(join(home, "subject-token"), "kubernetes-token");
  const configuration = {
    type: "external_account",
    audience:
      "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/cluster",
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
    token_url: `${sts.url}/v1/token`,
    credential_source: { file: join(home, "subject-token") },
  };
  writeFileSync(join(home, "federation.json"), JSON.stringify(configuration));
  vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", join(home, "federation.json"));
}

describe("Vertex with `credentials: default` and a file", () => {
  it("exchanges a workload's identity for a token", async () => {
    const exchanged = { issued_token_type: "urn:ietf:params:oauth:token-type:access_token" };
    await using sts = await fakeService(() => [
      200,
      { access_token: "federated", token_type: "Bearer", expires_in: 3_600, ...exchanged },
    ]);
    federation(sts);
    // In search of a project Google's library would run this.
    mkdirSync(join(home, "bin"));
    writeFileSync(join(home, "bin", "gcloud"), `#!/bin/sh\ntouch ${join(home, "ran")}\n`, {
      mode: 0o755,
    });
    vi.stubEnv("PATH", `${join(home, "bin")}:${process.env["PATH"]}`);
    const warn = vi.spyOn(console, "warn");
    await using google = await vertex();
    expect((await google.ask()).text).toBe("Hi");
    expect(google.bearers()).toEqual(["Bearer federated"]);
    const asked = new URLSearchParams(sts.requests[0]?.body);
    expect([asked.get("subject_token"), asked.get("scope")]).toEqual([
      "kubernetes-token",
      "https://www.googleapis.com/auth/cloud-platform",
    ]);
    // The log is lines of JSON.
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
    expect(existsSync(join(home, "ran"))).toBe(false);
  });

  const account = {
    type: "service_account",
    client_email: "portico@portico-project.iam.gserviceaccount.com",
    private_key: key,
    token_uri: "https://oauth2.googleapis.com/token",
  };
  const user = {
    type: "authorized_user",
    ...{ client_id: "id", client_secret: "s", refresh_token: "r" },
    quota_project_id: "billed-project",
  };

  it.each([
    ["a service account's", account, "urn:ietf:params:oauth:grant-type:jwt-bearer", undefined],
    ["a user's", user, "refresh_token", "billed-project"],
  ])("asks Google for a token with %s", async (_, content, grantType, billed) => {
    await using google = await googleTokens();
    writeFileSync(join(home, "file.json"), JSON.stringify(content));
    vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", join(home, "file.json"));
    await using provider = await vertex();
    expect(await provider.ask()).toMatchObject({ text: "Hi", error: undefined });
    expect(provider.model.requests[0]?.headers).toMatchObject({
      authorization: "Bearer from-google",
      ...(billed === undefined ? {} : { "x-goog-user-project": billed }),
    });
    const [asked] = google.requests;
    expect(asked?.headers.host).toBe("oauth2.googleapis.com");
    expect(asked?.body).toContain(grantType.replaceAll(":", "%3A"));
  });

  it("says what the token service has said", async () => {
    await using sts = await fakeService(() => [
      400,
      { error: "invalid_grant", error_description: "The audience is unknown." },
    ]);
    federation(sts);
    await using google = await vertex();
    const { error } = await google.ask();
    expect(error).toMatchObject({ failure: "credential", status: undefined });
    expect(error?.message).toMatch(/The audience is unknown/);
    expect(error?.message).not.toContain("kubernetes-token");
    expect(sts.requests).toHaveLength(1);
  });

  it("says where it has looked where there is nothing", async () => {
    await using google = await vertex();
    const { error } = await google.ask();
    expect(error).toMatchObject({ failure: "credential", status: undefined });
    for (const source of ["GOOGLE_APPLICATION_CREDENTIALS", "gcloud auth", "metadata server"])
      expect(error?.message).toContain(source);
    expect(google.model.requests).toEqual([]);
  });
});

describe("a workspace's own credential beside `credentials: default`", () => {
  it("is refused where it says where a token is to be had, and nothing is asked or run", async () => {
    await using target = await fakeService(() => [200, "secret of the network"]);
    await using metadata = await metadataServer((count) => tokenOf(count, 3_600));
    const ran = join(home, "ran");
    const external = { type: "external_account", audience: "x", token_url: `${target.url}/token` };
    const service = { client_email: "a@b.iam.gserviceaccount.com", private_key: key };
    const sources = [
      { credential_source: { url: target.url } },
      { credential_source: { file: "/etc/passwd" } },
      { credential_source: { executable: { command: `touch ${ran}` } } },
    ];
    vi.stubEnv("GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES", "1");
    await using google = await vertex();
    for (const credential of [
      ...sources.map((source) => ({ ...external, ...source })),
      { ...external, ...service, ...sources[0] },
      { type: "impersonated_service_account", source_credentials: {}, ...service },
      { type: "gdch_service_account", token_uri: target.url, ...service },
      {},
    ]) {
      const { error } = await google.ask({ credential: JSON.stringify(credential) });
      expect(error?.failure).toBe("credential");
    }
    expect([target.requests, google.model.requests]).toEqual([[], []]);
    expect(existsSync(ran)).toBe(false);
    // The gateway's own has been fetched at the start, and is of no use to them.
    expect(tokensGiven(metadata)).toBeLessThanOrEqual(1);
  });
});

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RespondCall } from "@portico/core/model-call/respond-call";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createProvider } from "../../src/providers/index.ts";
import type { Provider, ProviderSettings } from "../../src/providers/provider.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { emptyCall, settingsOf } from "../providers/sample.ts";
import { heard } from "../recorded/heard.ts";
import { type FakeService, fakeService, type ServiceAnswer } from "./fake-service.ts";
import { bareMachine, inSeconds } from "./machine.ts";

let home: string;
beforeEach(() => {
  home = bareMachine();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const answer = {
  output: { message: { role: "assistant", content: [{ text: "Hi" }] } },
  stopReason: "end_turn",
  usage: { inputTokens: 1, outputTokens: 1 },
};

interface Bedrock extends AsyncDisposable {
  readonly provider: Provider;
  readonly model: FakeService;
  ask(call?: Partial<RespondCall>): ReturnType<typeof heard>;
  /** The access keys and session tokens that the model was asked with. */
  keys(): readonly (readonly [string | undefined, unknown])[];
}

/** A provider at a model of this machine, with what the operator wrote beside its kind. */
async function bedrock(
  options: ProviderSettings["options"],
  status: () => ServiceAnswer = () => [200, answer],
  more: Partial<ProviderSettings> = {},
): Promise<Bedrock> {
  const model = await fakeService(status);
  const upstream = createUpstream();
  const { apiKey: _, ...settings } = settingsOf("bedrock", {
    ...more,
    baseUrl: model.url,
    options,
  });
  const provider = createProvider(settings, upstream);
  return {
    provider,
    model,
    ask: (call) => heard(provider, { ...emptyCall, stream: false, ...call }),
    keys: () =>
      model.requests.map(({ headers }) => [
        /Credential=([^/]+)/.exec(headers.authorization ?? "")?.[1],
        headers["x-amz-security-token"],
      ]),
    async [Symbol.asyncDispose]() {
      await upstream.close();
      await model[Symbol.asyncDispose]();
    },
  };
}

function awsFolder(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(home, ".aws", name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
  }
}

const found = { credentials: "default", region: "eu-central-1" };

describe("Bedrock with `credentials: default`", () => {
  it("signs with the keys of the environment", async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDENV");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
    await using aws = await bedrock(found);
    expect((await aws.ask()).text).toBe("Hi");
    expect(aws.keys()).toEqual([["AKIDENV", undefined]]);
    expect(aws.model.requests[0]?.headers.authorization).toContain("/eu-central-1/bedrock/");
  });

  it("signs with the keys of a shared profile, and of that profile alone", async () => {
    awsFolder({
      credentials:
        "[default]\naws_access_key_id = AKIDDEFAULT\naws_secret_access_key = s\n[team]\naws_access_key_id = AKIDTEAM\naws_secret_access_key = s\n",
    });
    await using standard = await bedrock(found);
    await standard.ask();
    expect(standard.keys()).toEqual([["AKIDDEFAULT", undefined]]);
    await using team = await bedrock({ profile: "team" });
    await team.ask();
    expect(team.keys()).toEqual([["AKIDTEAM", undefined]]);

    vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDENV");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
    await using misnamed = await bedrock({ profile: "taem" });
    expect((await misnamed.ask()).error?.message).toMatch(/profile "taem".* alone/);
    expect(misnamed.keys()).toEqual([]);
  });

  it("signs with the role of an SSO profile", async () => {
    await using portal = await fakeService(() => [
      200,
      {
        roleCredentials: {
          ...{ accessKeyId: "AKIDSSO", secretAccessKey: "s", sessionToken: "sso-session" },
          expiration: Date.now() + 3_600_000,
        },
      },
    ]);
    vi.stubEnv("AWS_ENDPOINT_URL_SSO", portal.url);
    const token = createHash("sha1").update("corp").digest("hex");
    awsFolder({
      config:
        "[profile models]\nsso_session = corp\nsso_account_id = 123456789012\nsso_role_name = Models\n[sso-session corp]\nsso_start_url = https://corp.awsapps.com/start\nsso_region = us-east-1\n",
      [`sso/cache/${token}.json`]: JSON.stringify({
        accessToken: "sso-token",
        expiresAt: inSeconds(3_600),
      }),
    });
    await using aws = await bedrock({ profile: "models", region: "eu-central-1" });
    expect((await aws.ask()).text).toBe("Hi");
    expect(aws.keys()).toEqual([["AKIDSSO", "sso-session"]]);
    expect(portal.requests[0]).toMatchObject({
      path: expect.stringMatching(/account_id=123456789012/),
      headers: { "x-amz-sso_bearer_token": "sso-token" },
    });
  });

  it("takes on the role of a Kubernetes service account (IRSA)", async () => {
    await using sts = await fakeService(() => [200, roleAnswer("AKIDIRSA", "irsa-session")]);
    vi.stubEnv("AWS_ENDPOINT_URL_STS", sts.url);
    vi.stubEnv("AWS_ROLE_ARN", "arn:aws:iam::123456789012:role/portico");
    vi.stubEnv("AWS_WEB_IDENTITY_TOKEN_FILE", join(home, "token"));
    writeFileSync(join(home, "token"), "projected-token");
    await using aws = await bedrock(found);
    expect((await aws.ask()).text).toBe("Hi");
    expect(aws.keys()).toEqual([["AKIDIRSA", "irsa-session"]]);
    const asked = new URLSearchParams(sts.requests[0]?.body);
    expect([asked.get("Action"), asked.get("WebIdentityToken"), asked.get("RoleArn")]).toEqual([
      "AssumeRoleWithWebIdentity",
      "projected-token",
      "arn:aws:iam::123456789012:role/portico",
    ]);
  });

  it("signs with the role of its container", async () => {
    await using agent = await fakeService(() => [200, instanceKey("AKIDTASK", 3_600)]);
    vi.stubEnv("AWS_CONTAINER_CREDENTIALS_FULL_URI", `${agent.url}/v1/credentials`);
    vi.stubEnv("AWS_CONTAINER_AUTHORIZATION_TOKEN", "pod-token");
    await using aws = await bedrock(found);
    expect((await aws.ask()).text).toBe("Hi");
    expect(aws.keys()).toEqual([["AKIDTASK", "session of AKIDTASK"]]);
    expect(agent.requests[0]).toMatchObject({
      path: "/v1/credentials",
      headers: { authorization: "pod-token" },
    });
  });
});

const roleAnswer = (key: string, session: string) =>
  `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>${key}</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>${session}</SessionToken><Expiration>${inSeconds(3_600)}</Expiration></Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;

function instanceKey(id: string, seconds: number): object {
  return {
    Code: "Success",
    ...{ AccessKeyId: id, SecretAccessKey: "s", Token: `session of ${id}` },
    Expiration: inSeconds(seconds),
  };
}

/** The metadata service of an instance, second version: nothing without a token. */
async function metadataService(key: (count: number) => ServiceAnswer): Promise<FakeService> {
  let count = 0;
  const service = await fakeService(({ method, path, headers }) => {
    if (method === "PUT" && path === "/latest/api/token") return [200, "imds-token"];
    if (headers["x-aws-ec2-metadata-token"] !== "imds-token") return [401, "no token"];
    if (!path.startsWith("/latest/meta-data/iam/security-credentials")) return [404, "nothing"];
    if (!path.endsWith("/portico-role")) return [200, "portico-role"];
    count += 1;
    return key(count);
  });
  vi.stubEnv("AWS_EC2_METADATA_DISABLED", undefined);
  vi.stubEnv("AWS_EC2_METADATA_SERVICE_ENDPOINT", service.url);
  return service;
}

describe("a credential that AWS's library cannot find", () => {
  it("is a failure that names the sources and what to do, and asks the model nothing", async () => {
    await using aws = await bedrock(found);
    const { error } = await aws.ask();
    expect(error).toMatchObject({ failure: "credential", status: undefined });
    for (const source of [
      "AWS_ACCESS_KEY_ID",
      "~/.aws/config",
      "AWS_WEB_IDENTITY_TOKEN_FILE",
      "ECS",
      "EC2",
    ])
      expect(error?.message).toContain(source);
    expect(error?.message).toMatch(/Set one of them up/);
    // The log shows the message of the cause alone.
    expect(error?.cause).toMatchObject({ message: error?.message });
    expect(aws.model.requests).toEqual([]);
  });

  it("is not searched for by each request, and each has an error of its own", async () => {
    await using sts = await fakeService(() => [
      403,
      "<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>Not authorized to perform sts:AssumeRoleWithWebIdentity</Message></Error></ErrorResponse>",
    ]);
    vi.stubEnv("AWS_ENDPOINT_URL_STS", sts.url);
    vi.stubEnv("AWS_ROLE_ARN", "arn:aws:iam::123456789012:role/portico");
    vi.stubEnv("AWS_WEB_IDENTITY_TOKEN_FILE", join(home, "token"));
    writeFileSync(join(home, "token"), "projected-token");
    await using aws = await bedrock(found);
    const [one, other] = await Promise.all([aws.ask(), aws.ask()]);
    const later = await aws.ask();
    expect(one?.error?.message).toContain(
      "Not authorized to perform sts:AssumeRoleWithWebIdentity",
    );
    expect(later.error?.message).toBe(one?.error?.message);
    // What a request was billed before it failed is noted on its error.
    expect(new Set([one?.error, other?.error, later.error]).size).toBe(3);
    expect(sts.requests).toHaveLength(1);
  });

  it("ends a request in time where a source says nothing, and at once where its caller leaves", async () => {
    await using agent = await fakeService(() => undefined);
    vi.stubEnv("AWS_CONTAINER_CREDENTIALS_FULL_URI", agent.url);
    const timeouts = { connectMs: 200, firstByteMs: 200, idleMs: 200, totalMs: 5_000 };
    await using aws = await bedrock(found, undefined, { timeouts });
    const leaving = AbortSignal.abort(new Error("left"));
    await expect(heard(aws.provider, { ...emptyCall }, leaving)).rejects.toThrow("left");
    expect((await aws.ask()).error?.message).toMatch(/nothing came within 200 ms/);
  });
});

describe("a workspace's own credential beside `credentials: default`", () => {
  it.each([
    "{}",
    '{"profile":"default"}',
    '{"credential_process":"touch /tmp/x"}',
    '{"role_arn":"x"}',
  ])("is used or refused: the gateway's does not stand in for %s", async (credential) => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDENV");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
    await using aws = await bedrock(found);
    expect((await aws.ask({ credential })).error?.failure).toBe("credential");
    expect(aws.keys()).toEqual([]);
    const own = JSON.stringify({ access_key_id: "AKIDOWN", secret_access_key: "s" });
    await aws.ask({ credential: own });
    expect(aws.keys()).toEqual([["AKIDOWN", undefined]]);
  });
});

describe("the role of an EC2 instance", () => {
  const keysGiven = ({ requests }: FakeService) =>
    requests.filter(({ path }) => path.endsWith("/portico-role")).length;

  it("is asked for by IMDSv2, once for all who wait", async () => {
    await using metadata = await metadataService((n) => [200, instanceKey(`AKID${n}`, 3_600)]);
    await using aws = await bedrock(found);
    const answers = await Promise.all(Array.from({ length: 5 }, () => aws.ask()));
    expect(answers.map(({ text }) => text)).toEqual(["Hi", "Hi", "Hi", "Hi", "Hi"]);
    expect(new Set(aws.keys().map(([key]) => key))).toEqual(new Set(["AKID1"]));
    expect(keysGiven(metadata)).toBe(1);
  });

  it("is renewed before it ends, and kept while that fails", async () => {
    let works = true;
    await using _ = await metadataService((n) =>
      works ? [200, instanceKey(`AKID${n}`, n === 1 ? 120 : 230)] : [500, "away"],
    );
    await using aws = await bedrock(found);
    await aws.ask();
    await aws.ask();
    works = false;
    await aws.ask();
    const used = aws.keys().map(([key]) => key);
    expect(used[0]).not.toBe(used[1]);
    expect(used[2]).toBe(used[1]);
  });

  it("is asked for again after AWS has refused its key, not after it has refused the right", async () => {
    await using metadata = await metadataService((n) => [200, instanceKey(`AKID${n}`, 3_600)]);
    let type = "AccessDeniedException";
    await using aws = await bedrock(found, () => [
      403,
      { message: "no" },
      { "x-amzn-errortype": `${type}:http://internal.amazon.com/coral/` },
    ]);
    await aws.ask();
    await aws.ask();
    expect(keysGiven(metadata)).toBe(1);
    type = "ExpiredTokenException";
    await aws.ask();
    await aws.ask();
    expect(keysGiven(metadata)).toBe(2);
  });
});

import { describe, expect, it } from "vitest";
import { emptyCall, emptyEmbedCall, settingsOf } from "../../../test/providers/sample.ts";
import { heard } from "../../../test/recorded/heard.ts";
import { type Asked, fakeUpstream, json } from "../../../test/wire/fake-upstream.ts";
import { createUpstream } from "../../upstream/upstream.ts";
import { providerKinds } from "../facts.ts";
import { createProvider } from "../index.ts";
import type { ProviderSettings } from "../provider.ts";
import { operatorHeaders } from "./json-request.ts";

const secrets = {
  Authorization: "Bearer operators-1",
  "x-api-key": "operators-2",
  "API-Key": "operators-3",
  "X-Goog-Api-Key": "operators-4",
  "x-goog-user-project": "operators-5",
  "X-Amz-Security-Token": "operators-6",
  Cookie: "operators-7",
  "OpenAI-Organization": "operators-8",
  "Ocp-Apim-Subscription-Key": "operators-9",
};
const google = JSON.stringify({
  type: "authorized_user",
  client_id: "i",
  client_secret: "s",
  refresh_token: "r",
  quota_project_id: "tenants-project",
});

const byKind: Readonly<Record<string, { readonly own: string; readonly operators: string }>> = {
  vertex: { own: "ya29.tenants", operators: "ya29.operators" },
  bedrock: {
    own: JSON.stringify({ access_key_id: "AKTENANTS", secret_access_key: "tenants" }),
    operators: JSON.stringify({ access_key_id: "AKOPERATORS", secret_access_key: "operators" }),
  },
};

/** What the upstream is asked, with a workspace's own credential or with the operator's. */
async function asked(
  kind: string,
  settings: Partial<ProviderSettings>,
  credential?: string,
  traceparent?: string,
): Promise<Asked> {
  await using server = await fakeUpstream(json(200, { access_token: "ya29.t", expires_in: 3600 }));
  const upstream = createUpstream();
  const options = { ...settings.options, token_url: `${server.url}/token` };
  const provider = createProvider(
    settingsOf(kind, { ...settings, baseUrl: server.url, options }),
    upstream,
  );
  const own = {
    ...(credential !== undefined && { credential }),
    ...(traceparent !== undefined && { traceparent }),
  };
  if (provider.respond === undefined)
    await provider
      .embed?.({ ...emptyEmbedCall, ...own }, AbortSignal.timeout(5_000))
      .catch(() => undefined);
  else await heard(provider, { ...emptyCall, ...own });
  await upstream.close();
  const last = server.asked.at(-1);
  if (last === undefined) throw new Error(`${kind} asked nothing.`);
  return last;
}

describe("a workspace's own credential", () => {
  it.each(providerKinds.filter((kind) => kind !== "sandbox"))(
    "goes to %s alone: nothing of the operator's goes with it",
    async (kind) => {
      const { own, operators } = byKind[kind] ?? { own: "tenants-key", operators: "operators-key" };
      const { headers } = await asked(
        kind,
        {
          apiKey: operators,
          headers: { ...secrets, "X-Trace": "kept" },
          options: { project: "p", organization: "operators-org" },
        },
        own,
      );
      const sent = JSON.stringify(headers).toLowerCase();
      expect(sent).toContain("tenants");
      expect(sent).not.toContain("operators");
      expect(headers["x-trace"]).toBe("kept");
    },
  );

  it("asks in its own project, not in the operator's", async () => {
    const settings = { apiKey: "ya29.operators", options: { project: "operators-project" } };
    expect((await asked("vertex", settings, google)).path).toContain("/projects/tenants-project/");
    expect((await asked("vertex", settings, "AIzaKey")).path).not.toContain("operators-project");
    expect((await asked("vertex", settings)).path).toContain("/projects/operators-project/");
  });
});

describe("the request's place in a trace", () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  it.each(providerKinds.filter((kind) => kind !== "sandbox"))(
    "is sent to %s, with either credential, where there is one",
    async (kind) => {
      const { own, operators } = byKind[kind] ?? { own: "tenants-key", operators: "operators-key" };
      const settings = { apiKey: operators, options: { project: "p" } };
      for (const credential of [own, undefined])
        expect((await asked(kind, settings, credential, traceparent)).headers).toMatchObject({
          traceparent,
        });
      expect((await asked(kind, settings)).headers).not.toHaveProperty("traceparent");
    },
  );
});

describe("the operator's credential", () => {
  it.each(["vertex", "openai", "azure", "anthropic", "gemini"])(
    "replaces a header of %s's configuration, in any case of letters",
    async (kind) => {
      const { operators } = byKind[kind] ?? { operators: "operators-key" };
      const stated = {
        AUTHORIZATION: "x",
        "X-Api-Key": "x",
        "Api-Key": "x",
        "X-Goog-Api-Key": "x",
      };
      const settings = { apiKey: operators, headers: stated, options: { project: "p" } };
      const { headers } = await asked(kind, settings);
      const values = Object.values(headers).filter((value) => String(value).includes(operators));
      expect(values, "once, and not joined to another").toHaveLength(1);
      expect(String(values[0])).toMatch(/^(Bearer )?[\w.-]+$/);
    },
  );
});

it("keeps the operator's headers as they are beside the operator's own credential", () => {
  expect(
    operatorHeaders({ headers: { "X-A": "1", Authorization: "2" } }, { isByok: false }),
  ).toEqual({
    "x-a": "1",
    authorization: "2",
  });
});

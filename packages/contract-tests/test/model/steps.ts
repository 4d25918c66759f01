import fc from "fast-check";
import type { Noun, Step } from "./twin.ts";

const name = fc.constantFrom("Search", "Grüße", "a b", "x");
const at = fc.nat(2);
const limit = fc.constantFrom(null, 0, 1, 2.25, 0.0000000004);
const reset = fc.constantFrom(null, "daily", "weekly", "monthly");
const part = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

/** The fields that were drawn. */
function fields(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

const rights = {
  allowed_models: part(fc.constantFrom(null, ["sandbox/*"], ["other/model"])),
  max_output_tokens: part(fc.constantFrom(null, 5)),
  scope: part(fc.constantFrom("all", "read_only", "spend")),
  allowed_networks: part(fc.constantFrom(null, ["127.0.0.0/8", "::1"], ["300.0.0.1"])),
  expires_at: part(fc.constantFrom(null, "2099-01-31T12:00:00Z", "2001-01-31T12:00:00Z")),
};

const ofThing = (noun: Noun, operation: Step["operation"]) =>
  at.map((place): Step => ({ operation, of: { noun, at: place } }));

const keys: fc.Arbitrary<Step>[] = [
  fc
    .record({
      ...rights,
      name,
      kind: part(fc.constantFrom("ordinary", "management")),
      limit: part(limit),
      limit_reset: part(reset),
    })
    .map(
      (body): Step => ({
        operation: "createApiKey",
        makes: "key",
        body: fields({ ...body, workspace_id: "own" }),
      }),
    ),
  fc
    .record({ ...rights, at, name: part(name), limit: part(limit), disabled: part(fc.boolean()) })
    .map(
      ({ at: place, ...body }): Step => ({
        operation: "updateApiKey",
        of: { noun: "key", at: place },
        body: fields(body),
      }),
    ),
  fc.tuple(at, fc.constantFrom(0, 60, undefined)).map(
    ([place, overlap]): Step => ({
      operation: "rotateApiKey",
      of: { noun: "key", at: place },
      body: fields({ overlap_seconds: overlap }),
    }),
  ),
  ofThing("key", "getApiKey"),
  ofThing("key", "deleteApiKey"),
  fc.tuple(fc.nat(2), fc.constantFrom(0, 1)).map(
    ([most, offset]): Step => ({
      operation: "listApiKeys",
      query: { workspace_id: "own", limit: most + 1, offset },
    }),
  ),
  fc.nat(1).map(
    (byKey): Step => ({
      operation: "createEmbeddings",
      byKey,
      body: { input: "one two three", user: "reader" },
    }),
  ),
];

const budgets: fc.Arbitrary<Step>[] = [
  fc.constantFrom(0, 1).map(
    (limit): Step => ({
      operation: "createBudget",
      makes: "budget",
      body: { limit, workspace_id: "own" },
    }),
  ),
  fc
    .record({
      limit: fc.constantFrom(0, 1, 200),
      limit_reset: part(reset),
      scope: part(fc.constantFrom("workspace", "end_user")),
      end_user: part(fc.constantFrom("reader", null)),
      name: part(name),
      raise: part(fc.constantFrom(null, 5)),
      raise_until: part(fc.constantFrom(null, "2099-01-31T12:00:00.000Z")),
    })
    .map(
      (body): Step => ({
        operation: "createBudget",
        makes: "budget",
        body: fields({ ...body, workspace_id: "own" }),
      }),
    ),
  fc
    .record({
      at,
      limit: part(fc.constantFrom(0, 3)),
      raise: part(fc.constantFrom(null, 5)),
      raise_until: part(fc.constantFrom(null, "2099-01-31T12:00:00.000Z")),
    })
    .map(
      ({ at: place, ...body }): Step => ({
        operation: "updateBudget",
        of: { noun: "budget", at: place },
        body: fields(body),
      }),
    ),
  ofThing("budget", "getBudget"),
  ofThing("budget", "deleteBudget"),
  fc.constant<Step>({ operation: "listBudgets", query: { workspace_id: "own" } }),
];

const others: fc.Arbitrary<Step>[] = [
  fc.tuple(name, fc.nat(2)).map(
    ([called, slug]): Step => ({
      operation: "createWorkspace",
      makes: "workspace",
      body: { name: called, slug },
    }),
  ),
  fc.tuple(at, fc.nat(2)).map(
    ([place, slug]): Step => ({
      operation: "updateWorkspace",
      of: { noun: "workspace", at: place },
      body: { slug, is_embeddings_cache_enabled: true },
    }),
  ),
  ofThing("workspace", "getWorkspace"),
  ofThing("workspace", "deleteWorkspace"),
  fc.record({ name, secret: part(fc.constantFrom("sk-short", "sk-long-enough-for-a-label")) }).map(
    (body): Step => ({
      operation: "createByokCredential",
      makes: "credential",
      body: fields({ ...body, provider: "own", workspace_id: "own" }),
    }),
  ),
  fc.tuple(at, fc.boolean()).map(
    ([place, disabled]): Step => ({
      operation: "updateByokCredential",
      of: { noun: "credential", at: place },
      body: { disabled },
    }),
  ),
  ofThing("credential", "deleteByokCredential"),
];

/** Sequences of administration; what they name mostly is there. */
export function sequences(maxLength: number): fc.Arbitrary<Step[]> {
  return fc.array(fc.oneof(...keys, ...budgets, ...others), { minLength: 3, maxLength });
}

const makeKey = (limit: number | null): Step => ({
  operation: "createApiKey",
  makes: "key",
  body: { name: "Plain", limit, workspace_id: "own" },
});

/** Of a sequence: a workspace of its own with keys first, and what it has left behind last. */
export const first: readonly Step[] = [
  { operation: "createWorkspace", makes: "workspace", body: { name: "Twin", slug: "first" } },
  makeKey(null),
  makeKey(1),
];

export const last: readonly Step[] = [
  { operation: "listApiKeys", query: { workspace_id: "own" } },
  { operation: "listBudgets", query: { workspace_id: "own" } },
  { operation: "listByokCredentials", query: { workspace_id: "own" } },
  { operation: "listAuditEvents", query: { workspace_id: "own", limit: 1000 } },
];

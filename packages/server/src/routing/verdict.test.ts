import { describe, expect, it } from "vitest";
import { sampleAsker, sampleCandidate } from "../../test/routing/sample-candidate.ts";
import {
  type Fault,
  failureOf,
  gateway,
  type Script,
} from "../../test/routing/scripted-gateway.ts";
import { endpointKey } from "./catalog.ts";

describe("the error after every attempt has failed", () => {
  const limited = (seconds: number): Fault => [
    "rateLimited",
    { status: 429, retryAfterMs: seconds * 1000 },
  ];

  it.each<[string, Script[], object]>([
    [
      "a retry after the shortest wait that an upstream named",
      [limited(30), limited(7)],
      { status: 429, retryAfterSeconds: 7 },
    ],
    [
      "a retry after 2 s where no upstream names a wait",
      [["rateLimited"]],
      { status: 429, retryAfterSeconds: 2 },
    ],
    [
      "a retry after an hour where an upstream names a year",
      [limited(31_536_000)],
      { retryAfterSeconds: 3600 },
    ],
    [
      "529 where one upstream is down and one limits",
      [["connection"], limited(9)],
      { status: 529, retryAfterSeconds: 9 },
    ],
    [
      "529 where all upstreams are down",
      [["timeout"], ["overloaded"]],
      { status: 529, retryAfterSeconds: 2 },
    ],
    [
      "429 where the other upstream's answer is unusable",
      [limited(4), ["malformed"]],
      { status: 429 },
    ],
    [
      "500 where no answer is usable",
      [["malformed"], ["credential"]],
      { kind: "providerFailed", status: 500 },
    ],
    [
      "404 where no provider has the model, with their names",
      [["modelNotFound"], ["modelNotFound"]],
      {
        status: 404,
        message: "The gateway lists the model m, but the providers p0, p1 no longer have it.",
      },
    ],
    [
      "529 where one upstream does not have the model and the other is down, in either order",
      [["overloaded"], ["modelNotFound"]],
      { status: 529, retryAfterSeconds: 2 },
    ],
    ["529 where the last upstream is down", [["modelNotFound"], ["connection"]], { status: 529 }],
    [
      "400 for a request that is too large where the other upstream does not have the model",
      [["tooLarge"], ["modelNotFound"]],
      { kind: "badRequest", status: 400, message: "p0 says tooLarge" },
    ],
    [
      "500 where the other upstream gave an unusable answer",
      [["malformed"], ["modelNotFound"]],
      {
        kind: "providerFailed",
        message: "The provider p0 gave an answer that cannot be used.",
      },
    ],
    [
      "500 where the operator's account is empty",
      [["unpaid", { status: 402 }]],
      {
        kind: "providerFailed",
        status: 500,
        message: "The gateway operator's account with the provider p0 has no credit left.",
      },
    ],
  ])("the error is %s", async (_what, scripts, expected) => {
    const named = Object.fromEntries(scripts.map((script, index) => [`p${index}`, script]));
    const error = await failureOf(gateway(named).embed());
    expect(error).toMatchObject(expected);
    expect(error.metadata).toMatchObject({
      attempts: scripts.map((_, index) => ({ provider: `p${index}` })),
    });
  });

  it.each([
    [undefined, /^The gateway's credential for the provider a cannot be used\./],
    [403, /^The provider a refused the gateway's credential\.$/],
  ])(
    "the error says what is wrong with the gateway's credential, status %s",
    async (status, message) => {
      const details = status === undefined ? {} : { status };
      const error = await failureOf(gateway({ a: ["credential", details] }).embed());
      expect(error).toMatchObject({ kind: "providerFailed", status: 500 });
      expect(error.message).toMatch(message);
    },
  );

  it("the error says that the workspace's own credential was refused, and by which provider", async () => {
    const error = await failureOf(gateway({ a: ["credential", { status: 401 }] }, ["a"]).embed());
    expect(error).toMatchObject({ kind: "unauthenticated", status: 401 });
    expect(error.message).toContain("a refused this workspace's own credential");
  });

  it("the error says that the workspace's own account is empty, and with which provider", async () => {
    const error = await failureOf(gateway({ a: ["unpaid", { status: 402 }] }, ["a"]).embed());
    expect(error).toMatchObject({ kind: "outOfCredits", status: 402 });
    expect(error.message).toContain("with a has no credit left");
  });

  it.each([402, 408, 413, 429, 500, 502, 503, 504, 529])(
    "the error has exactly the status %i that the sandbox rehearses",
    async (callerStatus) => {
      const error = await failureOf(gateway({ a: ["overloaded", { callerStatus }] }).embed());
      expect(error.status).toBe(callerStatus);
    },
  );

  it("a credential that the master key does not open is the gateway's failure, and opens no circuit", async () => {
    const { embed, circuit, calls } = gateway({ a: ["unopened"] }, ["a"]);
    for (let asked = 0; asked < 4; asked += 1)
      expect(await failureOf(embed())).toMatchObject({
        kind: "secretUnreadable",
        status: 500,
        message: "a says unopened",
      });
    expect(calls(), "no circuit has opened").toEqual([4]);
    const { endpoint } = sampleCandidate("a", true);
    const asker = { ...sampleAsker, key: sampleAsker.workspace };
    expect(circuit.state(endpointKey(endpoint), asker)).toBe("closed");
  });
});

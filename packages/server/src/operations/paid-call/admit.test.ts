import { describe, expect, it } from "vitest";
import { sampleCaller } from "../../../test/support/sample-caller.ts";
import type { HoldRequest } from "../../access/admission.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import type { Context } from "../operation.ts";
import { admit } from "./admit.ts";
import type { WorkspaceFacts } from "./workspace-facts.ts";

const plan = {
  cheaper: () => null,
  leastHeld: () => ({ nanousd: 0, who: "This model holds" }),
  minimumNanousd: 1,
  desiredNanousd: 2,
  tokens: 3,
  usesCredits: true,
};

const subject = {
  operation: "embeddings",
  model: "m",
  endUser: null,
  sessionId: null,
  tags: null,
} as const;

/** A workspace whose revision at admission is always this much higher than the known one. */
function changing(ahead: number) {
  let revision = 1;
  const held: string[] = [];
  const counted: boolean[] = [];
  const released: string[] = [];
  const facts = () => ({ revision }) as WorkspaceFacts;
  const gateway: Pick<Gateway, "admission" | "workspaces"> = {
    admission: {
      async hold(_, { generationId, isCounted = false }: HoldRequest) {
        held.push(generationId);
        counted.push(isCounted);
        return { generationId, heldNanousd: 2, rate: null, workspaceRevision: revision + ahead };
      },
      async release({ generationId }) {
        released.push(generationId);
      },
      async settle() {},
      async count() {},
    },
    workspaces: {
      byokProviders: new Set<string>(),
      known: facts,
      async atLeast(atLeast) {
        revision = Math.max(revision, atLeast);
        return facts();
      },
    },
  };
  const rights = { isDecided: false, isCounted: true };
  let names = 1;
  const newGenerationId = () => {
    names += 1;
    return `gen-${names}`;
  };
  const renewed: number[] = [];
  const asked = {
    ...{ gateway, app: {}, holding: null, generationId: "gen-1", newGenerationId, rights },
    caller: sampleCaller({ revision: 1 }),
    async renewCaller(atLeast: number) {
      renewed.push(atLeast);
      asked.caller = sampleCaller({ revision: atLeast });
    },
  };
  const context = asked as unknown as Context;
  const planned: number[] = [];
  const admitted = () =>
    admit(context, subject, (workspace) => {
      planned.push(workspace.revision);
      return plan;
    });
  return { admitted, held, counted, released, planned, renewed };
}

describe("an admission", () => {
  it("is used unchanged where the workspace has not changed", async () => {
    const { admitted, released, renewed } = changing(0);
    const { generationId, workspace } = await admitted();
    expect([generationId, workspace.revision, released, renewed]).toEqual(["gen-1", 1, [], []]);
  });

  it("is made again where the workspace has changed meanwhile", async () => {
    const { admitted, held, counted, released, planned, renewed } = changing(1);
    const error = await admitted().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({ kind: "unavailable", status: 503 });
    expect(planned).toEqual([1, 2, 3, 4, 5]);
    expect(renewed, "the key is read again before each plan").toEqual([2, 3, 4, 5]);
    expect(held).toHaveLength(5);
    expect(released, "nothing stays held").toEqual(held);
    expect(counted, "a released hold no longer counts in its minute").toEqual([
      ...[true, false, false, false, false],
    ]);
    expect(new Set(held).size, "each hold has a name of its own").toBe(5);
  });
});

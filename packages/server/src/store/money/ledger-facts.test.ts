import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type TestPlace } from "../../../test/store/engines.ts";
import {
  admitRequest,
  firstTenant,
  generationFacts,
  settlement,
  type Tenant,
} from "../../../test/store/records.ts";
import type { CostDetails } from "../ports/generation.ts";
import type { KeyRecord } from "../ports/keys.ts";
import type { Store } from "../store.ts";

const cost: CostDetails = {
  ...{ input: 11, output: 12, cacheRead: 13, cacheWrite: 14, discount: 10, upstream: 15 },
};
const named = { endUser: "user-7", sessionId: "session-8" };

describe.each(engines)("the facts of a booked request, on $engine", ({ makePlace }) => {
  let place: TestPlace;
  let store: Store;
  let tenant: Tenant;
  let key: KeyRecord;
  beforeAll(async () => {
    place = await makePlace();
    store = await place.open();
    tenant = await firstTenant(store);
    key = await tenant.key();
  });
  afterAll(() => place[Symbol.asyncDispose]());

  async function admitted(): Promise<string> {
    const { endUser, sessionId } = named;
    const about = {
      operation: "chat",
      model: "m",
      sessionId,
      appUrl: null,
      appTitle: null,
    } as const;
    const request = admitRequest(key, { endUser, about });
    await store.money.admit([request]);
    return request.generationId;
  }
  const read = (id: string) => store.activity.generation(tenant.organisationId, id);

  it("are the end user, the session, the price and the parts of the cost", async () => {
    const generationId = await admitted();
    const facts = generationFacts({ ...named, cost, discountNanousd: 10, price: "m@provider" });
    await store.money.settle([settlement(tenant, { generationId, keyId: key.id }, { facts })]);
    expect(await read(generationId)).toMatchObject({ ...named, cost, price: "m@provider" });
  });

  it("are null where the cost was not divided, even if it is nothing", async () => {
    const generationId = await admitted();
    const facts = generationFacts(named);
    await store.money.settle([settlement(tenant, { generationId, keyId: key.id }, { facts })]);
    expect(await read(generationId)).toMatchObject({ cost: null, price: null });
  });

  it("come from the hold if the request was abandoned", async () => {
    const generationId = await admitted();
    await store.money.abandon([{ generationId, keyId: key.id, workspaceId: key.workspaceId }]);
    expect(await read(generationId)).toMatchObject({ ...named, state: "abandoned", cost: null });
  });
});

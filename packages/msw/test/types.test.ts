import { expect, it } from "vitest";
import { type EventOf, portico, type ReplyBody } from "../src/index.ts";

/** Never called: each line under an expectation is one that the compiler has to refuse. */
function misuses(): unknown[] {
  return [
    // @ts-expect-error the contract lists no such status
    portico.createResponse.reply("418"),
    // @ts-expect-error a success of this operation is 200
    portico.getCredits.reply(201),
    // @ts-expect-error no example has this name
    portico.createResponse.reply({ example: "rate-limitted" }),
    // @ts-expect-error the example is one of another status
    portico.createResponse.reply({ status: 401, example: "rate-limited" }),
    // @ts-expect-error a body of another status
    portico.getCredits.reply(200, { error: { code: 402, message: "No." } }),
    // @ts-expect-error a field is missing
    portico.getCredits.reply(200, { data: { total_credits: 5 } }),
    // @ts-expect-error an error's code is a number
    portico.getCredits.reply(401, { error: { code: "401", message: "No." } }),
    // @ts-expect-error the request has no such field
    portico.createWorkspace.reply("409", ({ body }) => body.nonsense),
    // @ts-expect-error no fault has this name
    portico.createResponse.fault("explode"),
    // @ts-expect-error no event has this type
    portico.createResponse.events([{ type: "response.nonsense" }]),
    // @ts-expect-error an event of another wire
    portico.createMessage.events([{ type: "response.created" }]),
    // @ts-expect-error this operation has no stream
    portico.getCredits.events([]),
    // @ts-expect-error there is no such operation
    portico.createResponses(),
  ];
}

function uses(): unknown[] {
  const body: ReplyBody<"getCredits", 200> = {
    data: { total_credits: 5, total_usage: 4, remaining: 1, enforced: true },
  };
  const pings: EventOf<"createMessage">[] = [{ type: "ping" }];
  return [
    portico.getCredits.reply(200, body),
    portico.getCredits.reply("200", async () => body),
    portico.createResponse.reply(529),
    portico.createResponse.reply({ status: 401, example: "missing-key" }),
    portico.createMessage.events(pings),
    portico.createMessage.events(({ body: { model } }) => (model === "none" ? [] : pings)),
  ];
}

it("names each handler's operation to MSW, for its lists and messages", () => {
  expect(misuses).not.toBe(uses);
  const infos = [portico.createResponse(), portico.getModel.reply("404")].map(({ info }) => info);
  expect(infos.map(({ header }) => header)).toEqual([
    "POST */api/v1/responses",
    "GET */api/v1/model/:author/:slug",
  ]);
});

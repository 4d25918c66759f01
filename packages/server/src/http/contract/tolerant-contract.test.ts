import { expect, it } from "vitest";
import { completeAssistantItems } from "./tolerant-contract.ts";

const message = { type: "message", role: "assistant", content: [] };

it("fills in what some clients leave out of assistant messages, and changes nothing else", () => {
  const user = { type: "message", role: "user", content: [] };
  const body = { model: "m", input: [message, { ...message, id: "a", status: null }, user, 7] };
  expect(completeAssistantItems(body)).toEqual({
    model: "m",
    input: [
      { ...message, id: "msg_unknown", status: "completed" },
      { ...message, id: "a", status: "completed" },
      user,
      7,
    ],
  });
});

it.each([[null], ["text"], [{ input: "Hi" }], [[message]]])("leaves %j as it is", (body) => {
  expect(completeAssistantItems(body)).toEqual(body);
});

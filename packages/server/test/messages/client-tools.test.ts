import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { type Fields, read, readStream, send } from "./ask.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway("");
});
afterAll(() => gateway.close());

const tools = [
  { type: "bash_20250124", name: "bash" },
  { type: "text_editor_20250124", name: "str_replace_editor" },
  { type: "text_editor_20250728", name: "str_replace_based_edit_tool" },
  { type: "memory_20250818", name: "memory" },
];

const asked = (name: string): Fields => ({
  messages: [{ role: "user", content: 'Use the tool with "notes.md".' }],
  tools,
  tool_choice: { type: "tool", name },
});

describe("a tool of Anthropic's that the caller runs, at a model of another vendor", () => {
  it.each(tools)("is called as $name, in a body and in a stream", async ({ name }) => {
    const body = await read(await send(gateway, asked(name)));
    expect(body).toMatchObject({
      stop_reason: "tool_use",
      content: [{ type: "tool_use", name, input: expect.any(Object) }],
    });

    const events = await readStream(await send(gateway, { ...asked(name), stream: true }));
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "content_block_start",
        content_block: expect.objectContaining({ type: "tool_use", name }),
      }),
    );
  });

  it("has the result of its call in the next turn, without a notice", async () => {
    const first = await read(await send(gateway, asked("bash")));
    const [call] = first["content"] as readonly Fields[];
    const second = await send(gateway, {
      messages: [
        ...(asked("bash")["messages"] as readonly Fields[]),
        { role: "assistant", content: first["content"] },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: call?.["id"], content: "Done 8" }],
        },
      ],
      tools,
    });
    expect(second.headers.get("x-portico-notice")).toBeNull();
    expect(JSON.stringify(await read(second))).toContain("Done 8");
  });
});

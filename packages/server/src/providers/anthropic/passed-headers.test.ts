import { describe, expect, it } from "vitest";
import { ask } from "../../../test/providers/sample.ts";

const known = "interleaved-thinking-2025-05-14";

async function headersOf(
  headers: Readonly<Record<string, string>> | undefined,
  operator: Readonly<Record<string, string>> = {},
  own: { readonly credential?: string } = {},
): Promise<Readonly<Record<string, string>>> {
  const { upstream } = await ask({
    kind: "anthropic",
    body: "{}",
    settings: { headers: operator },
    call:
      headers === undefined
        ? own
        : { ...own, passThrough: { family: "anthropic", headers, fields: {} } },
  });
  return upstream.requests[0]?.headers ?? {};
}

describe("headers of a caller of Anthropic's own wire", () => {
  it("reach Anthropic as they are where the caller pays Anthropic itself", async () => {
    const headers = {
      ...{ "anthropic-version": "2026-10-21", "anthropic-odd": "1", "anthropic-beta": "odd-1" },
    };
    const own = { credential: "own" };
    expect(await headersOf(headers, {}, own)).toMatchObject({ ...headers, "x-api-key": "own" });
  });

  it("reach Anthropic with the operator's credential only where they are known", async () => {
    const headers = {
      "anthropic-version": "2026-10-21",
      "anthropic-odd": "1",
      "anthropic-beta": `odd-1, ${known}, ${known}x`,
    };
    const sent = await headersOf(headers);
    expect(sent).toMatchObject({ "anthropic-version": "2026-10-21", "anthropic-beta": known });
    expect(sent).not.toHaveProperty("anthropic-odd");
  });

  it("keep all betas that Claude Code sends", async () => {
    const headers = {
      "anthropic-beta": [
        ...["claude-code-20250219", "interleaved-thinking-2025-05-14", "effort-2025-11-24"],
        ...["context-management-2025-06-27", "mid-conversation-tool-changes-2026-07-01"],
        ...["thinking-token-count-2026-05-13", "advanced-tool-use-2025-11-20"],
        ...["prompt-caching-2024-07-31", "fine-grained-tool-streaming-2025-05-14"],
      ].join(),
    };
    expect(await headersOf(headers)).toMatchObject(headers);
  });

  it("ask for their betas beside the operator's, each once", async () => {
    const operator = { "Anthropic-Beta": "ours-1,both-1" };
    const headers = { "anthropic-beta": `both-1, ${known}` };
    expect(await headersOf(headers, operator)).toMatchObject({
      "anthropic-beta": `ours-1,both-1,${known}`,
    });
  });

  it("name no beta whose field is left out", async () => {
    const { upstream } = await ask({
      kind: "anthropic",
      body: "{}",
      call: {
        passThrough: {
          family: "anthropic",
          headers: { "anthropic-beta": `fast-mode-2026-02-01,${known}` },
          fields: { speed: "fast" },
        },
      },
    });
    expect(upstream.requests[0]?.headers).toMatchObject({ "anthropic-beta": known });
  });

  it("never carry a credential, nor replace what the operator set", async () => {
    const operator = { "anthropic-version": "2023-01-01" };
    const headers = {
      "x-api-key": "theirs",
      authorization: "Bearer theirs",
      "anthropic-session-token": "theirs",
      "anthropic-version": "2026-10-21",
    };
    const sent = await headersOf(headers, operator);
    expect(sent).toMatchObject({ "x-api-key": "secret-key", "anthropic-version": "2023-01-01" });
    expect(Object.values(sent).join()).not.toContain("theirs");
  });

  it("leave no trace in the requests of other callers", async () => {
    expect(await headersOf(undefined)).toMatchObject({ "anthropic-version": "2023-06-01" });
    expect(await headersOf(undefined)).not.toHaveProperty("anthropic-beta");
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorSentence, presentable } from "./said-error.ts";

it("a long message is cut between characters, not within one", () => {
  const { message } = errorSentence("rejected", `${"x".repeat(499)}\u{1F600} and more`);
  expect(message).toHaveLength(500);
  expect(message.isWellFormed()).toBe(true);
});

describe("an upstream's message", () => {
  it.each([
    "Unable to submit request because projects/operator-project/locations/us-central1/publishers/google/models/x is off.",
    "Permission denied on resource project operator-project-1.",
    "Consumer 'project:123456789012' has been suspended.",
    "ARN arn:aws:bedrock:us-east-1:123456789012:inference-profile/operator-profile is not valid.",
    "User: arn:aws:iam::123456789012:user/operator is not authorized, account 123456789012.",
    "The deployment 'operator-gpt4' of https://operator.openai.azure.com/openai/deployments/operator-gpt4 is busy.",
    "Resource /subscriptions/aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee/resourceGroups/operator-rg was not found.",
    "Rate limit for organization org-operatorabc123 in project proj_operator456.",
    "Service account gateway@operator-project.iam.gserviceaccount.com lacks a role.",
    "Failed to connect to vllm.operator.svc:8000 (10.1.2.3:8000, [fd00::1]:80, localhost:9).",
    "No bucket: operator-bucket-1 in s3://operator-bucket/key",
    "billingAccounts/operator-0123 is closed",
  ])("an upstream's message loses the names of the operator's account: %s", (text) => {
    const shown = presentable(text);
    expect(shown).toContain("…");
    expect(shown).not.toMatch(/operator|123456789012|10\.1\.2\.3|fd00|localhost|iam|eeeeeeee/);
  });

  it.each([
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    "messages.1.content.0.text must be non-empty",
    "tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12.",
    "This model's maximum context length is 128000 tokens, however you requested 1234567 tokens.",
    "Invalid value: 'a-b_1'. Supported values are: 'low', 'high'.",
    "temperature: range: 0..1",
    "account for the tokens of the project and try again",
  ])("an upstream's message about the request is kept: %s", (text) => {
    expect(presentable(text)).toBe(text);
  });

  it("an upstream's message is cleaned in a time that grows only with its length", () => {
    const nasty = fc.stringMatching(/^[a-z0-9.:/@_ -]{0,40}$/).map((piece) => piece.repeat(5_000));
    fc.assert(
      fc.property(nasty, (text) => presentable(text).length <= 2_000 * 2),
      { numRuns: 200 },
    );
  });
});

import { describe, expect, it } from "vitest";
import { pathAdvice } from "./path-advice.ts";

const advice = (method: string, path: string) => pathAdvice("/api/v1", method, path);

describe("the advice about a path that does not exist", () => {
  it.each([
    "/v1/responses",
    "/responses",
    "/api/v1/responses/",
    "/api/v1//responses",
    "/api/v1/response",
    "/api/v1/repsonses",
  ])("the advice for POST %s is POST /responses", (path) => {
    expect(advice("POST", path)).toBe(
      `There is no path ${path}. Did you mean POST /api/v1/responses?`,
    );
  });

  it.each([
    "/chat/completions",
    "/v1/chat/completions",
    "/openai/v1/chat/completions",
    "/openai/deployments/gpt/chat/completions",
    "/v1/completions",
    "/completions",
    "/api/chat",
    "/api/generate",
  ])("the advice for POST %s is POST /chat/completions", (path) => {
    expect(advice("POST", path)).toBe(
      `There is no path ${path}. Did you mean POST /api/v1/chat/completions?`,
    );
  });

  it.each([
    ["POST", "/v1/messages", "POST /api/v1/messages"],
    ["POST", "/messages/count_tokens", "POST /api/v1/messages/count_tokens"],
    ["POST", "/v1/embeddings", "POST /api/v1/embeddings"],
    ["POST", "/api/embed", "POST /api/v1/embeddings"],
    ["POST", "/v2/rerank", "POST /api/v1/rerank"],
    ["POST", "/v1/reranking", "POST /api/v1/rerank"],
    ["GET", "/v1/models", "GET /api/v1/models"],
    ["POST", "/v1/models", "GET /api/v1/models"],
    ["GET", "/api/v1/models/sandbox%2Ftext", "GET /api/v1/model/{author}/{slug}"],
    ["GET", "/api/v1/models/sandbox/text", "GET /api/v1/model/{author}/{slug}"],
    ["POST", "/api/v1/models/a/b/endpoints", "GET /api/v1/models/{author}/{slug}/endpoints"],
    ["GET", "/api/tags", "GET /api/v1/models"],
    ["GET", "/api/v1/workspace", "GET /api/v1/workspaces"],
    ["DELETE", "/byok/1", "DELETE /api/v1/byok/{id}"],
  ])("the advice for %s %s is %s", (method, path, meant) => {
    expect(advice(method, path)).toBe(`There is no path ${path}. Did you mean ${meant}?`);
  });

  it.each([
    ["/v1/images/generations", "makes no images, sound or films"],
    ["/v1/audio/speech", "makes no images, sound or films"],
    ["/api/v1/classifications", "neither moderates nor classifies"],
    ["/v1/files", "keeps no files and no batches"],
    ["/v1/threads/t/messages", "is stateless and keeps no conversations"],
    [
      "/api/v1/responses/resp_1/cancel",
      "has of a kept response only GET and DELETE /responses/{id}",
    ],
    ["/v1/fine_tuning/jobs", "trains no models"],
  ])("the advice for %s says that the service %s", (path, what) => {
    expect(advice("POST", path)).toBe(`There is no path ${path}. This service ${what}.`);
  });

  it("the advice says where paths begin if none is similar, and shows only a part of a long path", () => {
    expect(advice("GET", "/nowhere/at/all")).toBe(
      "There is no path /nowhere/at/all. Paths begin with /api/v1; GET /openapi.json lists them all.",
    );
    expect(advice("GET", `/${"a".repeat(10_000)}`).length).toBeLessThan(300);
  });
});

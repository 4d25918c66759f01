import { codeOf, type PlannedRequest } from "@portico/try-it";
import { describe, expect, it } from "vitest";

const request: PlannedRequest = {
  operationId: "createResponse",
  method: "POST",
  baseUrl: "http://127.0.0.1:8787/api/v1",
  path: "/responses",
  parameters: [],
  body: '{"input": "It\'s\\n\\"so\\"", "stream": true, "store": false, "user": null}',
  key: "ordinary",
  extraHeaders: {},
  wantsCsv: false,
};

describe("a request in Python", () => {
  it("writes true, false and null as Python does, and reads a stream line by line", () => {
    const code = codeOf("Python", request);
    expect(code).toContain(`"input": "It's\\n\\"so\\""`);
    for (const line of ['"stream": True', '"store": False', '"user": None', "    stream=True,"])
      expect(code).toContain(line);
    expect(code).toContain("for line in response.iter_lines():");
  });

  it("sends what is no JSON as it is, with its type", () => {
    const code = codeOf("Python", { ...request, body: '{"half": ' });
    expect(code).toContain('data="{\\"half\\": ".encode(),');
    expect(code).toContain('"Content-Type": "application/json",');
  });

  it("takes the key from the environment unless it is given", () => {
    expect(codeOf("Python", request)).toContain("os.environ['PORTICO_API_KEY']");
    const own = codeOf("Python", { ...request, body: null, method: "GET" }, "ptc_secret");
    expect(own).toContain('"Authorization": "Bearer ptc_secret",');
    expect(own).not.toContain("import os");
  });
});

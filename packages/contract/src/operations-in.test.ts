import { expect, it } from "vitest";
import { operationsIn, resolved } from "./operations-in.ts";

const document = {
  components: {
    schemas: { Name: { $ref: "#/components/schemas/Text" }, Text: { type: "string" } },
  },
};

it("finds every operation of a document in its order", () => {
  const operation = (operationId: string) => ({ operationId, responses: {} });
  const paths = {
    "/b": { parameters: [], patch: operation("second"), delete: operation("third") },
    "/a": { get: operation("fourth") },
  };
  const found = operationsIn({ paths: { "/c": { post: operation("first") }, ...paths } });
  expect(found.map(({ method, path, operation }) => [method, path, operation.operationId])).toEqual(
    [
      ["post", "/c", "first"],
      ["patch", "/b", "second"],
      ["delete", "/b", "third"],
      ["get", "/a", "fourth"],
    ],
  );
});

it("follows a reference to a reference, and gives what is none as it is", () => {
  expect(resolved(document, { $ref: "#/components/schemas/Name" })).toEqual({ type: "string" });
  expect(resolved(document, { type: "null" })).toEqual({ type: "null" });
});

it.each(["#/components/schemas/Nome", "Name", "other.yaml#/Name"])(
  "refuses the reference %s, which leads nowhere",
  ($ref) => {
    expect(() => resolved(document, { $ref })).toThrow(`The reference ${$ref} leads nowhere.`);
  },
);

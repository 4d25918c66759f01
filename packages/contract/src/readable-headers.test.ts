import { expect, it } from "vitest";
import { loadDocument } from "./index.ts";
import { isObject } from "./json-tree.ts";
import { readableHeaders } from "./readable-headers.ts";

function headersIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === "headers" && isObject(part) ? Object.keys(part) : headersIn(part),
  );
}

it("lists every header of a reply that the contract has, but for cookies", () => {
  const { paths, components } = loadDocument();
  const listed = [...headersIn(paths), ...headersIn(Reflect.get(components, "responses"))];
  const wanted = new Set(listed.filter((name) => name !== "Set-Cookie"));
  expect(wanted.size).toBeGreaterThan(10);
  expect(readableHeaders.split(", ").toSorted()).toEqual([...wanted].toSorted());
});

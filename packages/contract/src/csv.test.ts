import { describe, expect, it } from "vitest";
import { csvOf, prefersCsv } from "./csv.ts";
import { csvColumns } from "./csv-columns.ts";
import { loadDocument } from "./index.ts";

describe("a list as CSV", () => {
  it("has a head, and the fields of inner objects by both names", () => {
    const columns = [["id"], ["latency", "p50"], ["attempts"]];
    const rows = [
      { id: 'a,"b"', latency: { p50: 5 }, attempts: [1] },
      { id: "line\nbreak", latency: null, attempts: null },
    ];
    expect(csvOf(columns, rows)).toBe(
      'id,latency.p50,attempts\r\n"a,""b""",5,[1]\r\n"line\nbreak",,\r\n',
    );
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "＠A"])(
    "runs no formula: %j is a text",
    (text) => {
      expect(csvOf([["name"]], [{ name: text }])).toMatch(/^name\r\n"?'/);
    },
  );

  it("leaves negative numbers as they are", () => {
    expect(csvOf([["amount"]], [{ amount: -1.5 }])).toBe("amount\r\n-1.5\r\n");
  });

  it("has the columns of the contract, and none where the contract has no CSV", () => {
    const document = loadDocument();
    const names = csvColumns(document, "listActivity")?.map((column) => column.join("."));
    expect(names).toEqual(expect.arrayContaining(["date", "api_key_name", "usage", "latency.p99"]));
    expect(csvColumns(document, "listModels")).toBeNull();
  });

  it.each([
    ["text/csv", true],
    ["text/csv, application/json", true],
    ["text/csv;q=0.5, application/json", false],
    ["text/csv;q=0", false],
    ["application/json", false],
    ["*/*", false],
    [undefined, false],
  ])("is sent for Accept %j: %s", (accept, isCsv) => {
    expect(prefersCsv(accept)).toBe(isCsv);
  });
});

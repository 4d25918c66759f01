import { expect, it } from "vitest";
import { judgeSizes, placeOf } from "./sizes.ts";

it.each([
  ["packages/server/src/store/sqlite/judge.ts", "server/store"],
  ["packages/server/src/app.ts", "server"],
  ["packages/client/src/index.ts", "client"],
  ["packages/console/seed/world.ts", "console"],
  ["scripts/check/sizes.ts", "scripts"],
  ["examples/worker/src/worker.ts", "examples"],
  ["packages/server/src/store/sqlite/judge.test.ts", null],
  ["packages/server/test/support/gateway.ts", null],
  ["packages/client/src/generated/schema.d.ts", null],
  ["packages/docs/assets/theme.css", null],
  ["docs/architecture.md", null],
])("counts %s for %s", (file, place) => expect(placeOf(file)).toBe(place));

const judge = (lines: number, ceiling?: number) =>
  judgeSizes(new Map([["client", lines]]), ceiling === undefined ? {} : { client: ceiling });

it("takes a ceiling from the lines themselves to three per cent above", () => {
  expect(judge(1000, 1000)).toEqual([]);
  expect(judge(1000, 1030)).toEqual([]);
});

it("refuses a place above its ceiling, one without, and a ceiling that is too high", () => {
  expect(judge(1001, 1000)).toEqual(["client has 1001 lines, 1 above its ceiling of 1000."]);
  expect(judge(1000)).toEqual(["client has 1000 lines and no ceiling."]);
  expect(judge(1000, 1031)).toEqual([
    "client has 1000 lines: lower its ceiling of 1031 to at most 1030.",
  ]);
  expect(judgeSizes(new Map(), { gone: 100 })).toEqual([
    "gone has 0 lines: lower its ceiling of 100 to at most 10.",
  ]);
});

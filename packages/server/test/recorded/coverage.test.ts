import { describe, expect, it } from "vitest";
import { coverageOf } from "./coverage.ts";
import { absence, hasRecordings, readRecordings } from "./recording.ts";

describe.skipIf(!hasRecordings)(`the recordings ${hasRecordings ? "" : absence}`, () => {
  it("are covered, or listed with the reason why not", async () => {
    const recordings = readRecordings();
    const uncovered = recordings.flatMap((recording) => {
      const coverage = coverageOf(recording);
      return coverage.covered ? [] : [{ file: recording.file, reason: coverage.reason }];
    });
    const covered = recordings.length - uncovered.length;
    expect(covered).toBeGreaterThan(0);
    const text = [
      "# Recordings that are not covered",
      "",
      `Of ${recordings.length} recorded exchanges with providers the tests replay ${covered} through the gateway.`,
      "The others, with the reason. This list is written by `coverage.test.ts` (`vitest run coverage.test.ts --update=all`).",
      "",
      "| recording | reason |",
      "| --- | --- |",
      ...uncovered.map(({ file, reason }) => `| \`${file}\` | ${reason} |`),
      "",
    ].join("\n");
    await expect(text).toMatchFileSnapshot("../../../../docs/recordings-not-covered.md");
  });
});

import { expect, it } from "vitest";
import { newKey } from "../secrets/key-format.ts";
import type { AlertToTell } from "../store/ports/alerts.ts";
import { toAlertFacts } from "./alert-facts.ts";

const alert: Omit<AlertToTell, "details"> = {
  id: "a",
  kind: "budget",
  subject: "budget:b:u",
  subjectName: "Search",
  workspaceId: "w",
  workspaceName: "W",
  ownerEmail: null,
  thresholdPercent: 80,
  period: "2026-11",
  limitNanousd: 10,
  spentNanousd: 8,
  resetsAtMs: null,
  createdAtMs: 0,
  resolvedAtMs: null,
};

it.each(["%22", "%5C", "%0A", "%00", '"', "\\"])(
  "an end user's name with a key and %s before its end is sent without the key",
  (sign) => {
    const { secret } = newKey("ordinary");
    const { details } = toAlertFacts({ ...alert, details: { end_user: `${secret}${sign}x` } });
    expect(details).toEqual({ end_user: `ptc_…${decodeURIComponent(sign)}x` });
  },
);

it("keys are removed from lists too, and what is no text stays as it is", () => {
  const { secret } = newKey("ordinary");
  const { details } = toAlertFacts({
    ...alert,
    details: { models: ["m", secret], failures: 5, since: null },
  });
  expect(details).toEqual({ models: ["m", "ptc_…"], failures: 5, since: null });
});

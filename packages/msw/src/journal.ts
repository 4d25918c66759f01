import { Journal } from "@portico/mock/gateway/script";
import { sharedSession } from "./session.ts";

/** What came in at the handlers of a page or a test process. */
export const sharedJournal: Journal = /* @__PURE__ */ new Journal();

/** From now on. Not from the start: a bundle of one handler would hold it. */
export function keepJournal(): void {
  sharedSession.offer({ onReply: (line) => sharedJournal.add(line) });
}

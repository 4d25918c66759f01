import type { ExposedKeyFacts } from "./exposed-key-notice.ts";
import { type MailText, oneLine, toMail } from "./mail-text.ts";

/** The mail to the owner of an exposed key: what happened, and what to do now. Plain text shows names as they are. */
export function exposedKeyMail(facts: ExposedKeyFacts, noticeId: string): MailText {
  const name = oneLine(facts.key_name);
  const lines = [
    `The API key "${name}" was found where others can read it. Anyone who has seen it can use it.`,
    "",
    `Key:        ${name} (${facts.key_label}), number ${facts.key_id}, ${facts.key_kind}`,
    `Workspace:  ${oneLine(facts.workspace_name)}`,
    `Found at:   ${oneLine(facts.url ?? "not known")}`,
    `Found by:   ${oneLine(facts.source ?? "not known")}`,
    `Reported:   ${facts.exposed_at}`,
    `State:      ${stateOf(facts)}`,
    "",
    "What to do now:",
    "",
    "1. Create a new key, and give it to the program that uses the old one:",
    `   portico keys create --name ${nameForShell(name)}${facts.key_kind === "management" ? " --management" : ""}`,
    "2. Delete the exposed key. It is refused from its next request on:",
    `   portico keys revoke ${facts.key_id}`,
    "3. See what was done with it: portico activity --by key",
    "4. Remove it from where it was found. Taking it away there alone is not enough.",
  ];
  return toMail(`API key "${name}" was found exposed`, lines, noticeId);
}

function stateOf({ disabled, kept_as_last_management_key: isKeptAsLast }: ExposedKeyFacts): string {
  if (isKeptAsLast)
    return "still accepted: it is the last management key, and without it no new key could be created";
  return disabled ? "switched off" : "still accepted, until it is deleted";
}

/** The name for a command that is made to be copied: it must not run anything else. */
function nameForShell(name: string): string {
  return /^[\w .-]{1,60}$/.test(name) ? `"${name}"` : '"new key"';
}

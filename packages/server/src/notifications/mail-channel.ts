import type { MailSettings } from "../configuration/configuration.ts";
import type { LeasedNotice } from "../store/ports/outbox.ts";
import { alertFacts } from "./alert-facts.ts";
import { alertMails } from "./alert-notices.ts";
import type { Channel } from "./channel.ts";
import { type ExposedKeyFacts, exposedKeyFacts, exposedKeyKind } from "./exposed-key-notice.ts";
import { type MailText, oneLine, toMail } from "./mail-text.ts";
import { openSmtpSession } from "./smtp-session.ts";

/** The mail to the owner of an exposed key: what happened, and what to do now. Plain text shows names as they are. */
function exposedKeyMail(facts: ExposedKeyFacts, noticeId: string): MailText {
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

/** The text for this kind of notice; null if this version knows none. */
function textOf({ id, kind, payload }: LeasedNotice): MailText | null {
  if (kind === exposedKeyKind) return exposedKeyMail(exposedKeyFacts.parse(payload), id);
  return alertMails[kind]?.(alertFacts.parse(payload), id) ?? null;
}

export function createMailChannel(settings: MailSettings): Channel {
  return {
    name: "email",
    async send(notice, { commit, signal }) {
      const { to, cc } = recipientsOf(notice, settings);
      const message = await compose(notice, settings, { to, cc });
      const session = await openSmtpSession(settings, signal);
      try {
        await session.send({ from: settings.from.address, to: [...to, ...cc], message }, commit);
      } finally {
        session.close();
      }
    },
  };
}

interface Recipients {
  readonly to: readonly string[];
  readonly cc: readonly string[];
}

/** The operator gets a copy of the owner's mail, because the owner's address may be out of use. */
function recipientsOf({ recipient }: LeasedNotice, { to }: MailSettings): Recipients {
  if (recipient === null) return { to, cc: [] };
  return { to: [recipient], cc: to.filter((address) => address !== recipient) };
}

/** The same bytes at every attempt: receivers recognise a repeated mail by them and by the Message-ID. */
async function compose(
  notice: LeasedNotice,
  { from }: MailSettings,
  { to, cc }: Recipients,
): Promise<Uint8Array> {
  const { id, kind, createdAtMs } = notice;
  const text = textOf(notice);
  if (text === null) throw new Error(`This version has no mail for notices of kind ${kind}.`);
  // https://nodemailer.com/extras/mailcomposer names this path as the entrance.
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const box = (address: string) => ({ name: "", address });
  return new MailComposer({
    from,
    to: to.map(box),
    cc: cc.map(box),
    ...text,
    messageId: `<${id}@${from.address.split("@")[1]}>`,
    date: new Date(createdAtMs),
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

import type { MailSettings } from "../configuration/notifications.ts";
import type { LeasedNotice } from "../store/ports/outbox.ts";
import { alertFacts } from "./alert-facts.ts";
import { alertMails } from "./alert-notices.ts";
import type { Channel } from "./channel.ts";
import { exposedKeyMail } from "./exposed-key-mail.ts";
import { exposedKeyFacts, exposedKeyKind } from "./exposed-key-notice.ts";
import type { MailText } from "./mail-text.ts";
import { openSmtpSession } from "./smtp-session.ts";

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

import type { MailSettings } from "../configuration/notifications.ts";
import type { LeasedNotice } from "../store/ports/outbox.ts";
import type { Channel } from "./channel.ts";
import { exposedKeyMail, type MailText } from "./exposed-key-mail.ts";
import { exposedKeyFacts, exposedKeyKind } from "./exposed-key-notice.ts";
import { openSmtpSession } from "./smtp-session.ts";

/** The text for each kind of notice. */
const texts: Readonly<Record<string, (payload: unknown, noticeId: string) => MailText>> = {
  [exposedKeyKind]: (payload, noticeId) => exposedKeyMail(exposedKeyFacts.parse(payload), noticeId),
};

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
  { id, kind, payload, createdAtMs }: LeasedNotice,
  { from }: MailSettings,
  { to, cc }: Recipients,
): Promise<Uint8Array> {
  const write = texts[kind];
  if (write === undefined) throw new Error(`This version has no mail for notices of kind ${kind}.`);
  // https://nodemailer.com/extras/mailcomposer names this path as the entrance.
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const box = (address: string) => ({ name: "", address });
  return new MailComposer({
    from,
    to: to.map(box),
    cc: cc.map(box),
    ...write(payload, id),
    messageId: `<${id}@${from.address.split("@")[1]}>`,
    date: new Date(createdAtMs),
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** A name may hold any character; line breaks are removed, so that it cannot imitate a line of the mail. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
}

/** The facts of a mail, one below the other. */
export function listOf(facts: readonly (readonly [label: string, value: string])[]): string[] {
  const width = Math.max(...facts.map(([label]) => label.length)) + 2;
  return facts.map(([label, value]) => `${`${label}:`.padEnd(width)} ${value}`);
}

export function toMail(subject: string, lines: readonly string[], noticeId: string): MailText {
  const end = `This is notice ${noticeId}. Should it reach you twice, it is the same notice.`;
  return { subject, text: `${[...lines, "", end].join("\n")}\n` };
}

/** Cents, and smaller amounts in full. */
export function dollars(usd: number): string {
  if (usd === 0 || usd >= 1) return `$${usd.toFixed(2)}`;
  return `$${usd.toFixed(9).replace(/0{1,7}$/, "")}`;
}

/** `2026-12-01 00:00 UTC`. */
export function timeOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import {
  type CommonFlags,
  confirm,
  examples,
  onGateway,
  print,
  remoteCommand,
  type Shell,
} from "../shell/shell.ts";
import { hashOf } from "./key-reference.ts";

interface Flags extends CommonFlags {
  readonly overlap?: number;
  readonly yes?: boolean;
}

export function keysRotate(shell: Shell): Command {
  const command = remoteCommand("rotate", "give an API key a new secret; it is shown once")
    .argument("<id>", "its number, its hash, or the key itself")
    .option("--overlap <time>", "how long the former secret works: 0, 30m, 12h, 7d", seconds)
    .option("--yes", "do not ask, where there is no overlap")
    .action(async (given: string, flags: Flags) => {
      const hash = hashOf(given);
      await onGateway(shell, flags, async ({ keys }) => {
        if (flags.overlap === 0)
          await confirm(shell, "End all earlier secrets of the key at once?", flags);
        const body = flags.overlap === undefined ? {} : { overlap_seconds: flags.overlap };
        const { data, key } = await keys.rotate(hash, body);
        print(shell, flags, { ...data, key }, () =>
          [
            `${key}`,
            "",
            `The new secret of the key "${data.name}" (id ${data.id}) is shown only once: save it now.`,
            flags.overlap === 0
              ? "The former one has ended."
              : `The former one works until ${data.previous_secret_expires_at}.`,
          ].join("\n"),
        );
      });
    });
  return examples(command, [
    "keys rotate 7",
    "keys rotate 7 --overlap 12h",
    "keys rotate 7 --overlap 0",
  ]);
}

const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

function seconds(text: string): number {
  const [, digits, unit = "s"] = /^(\d{1,7})([smhd])?$/.exec(text) ?? [];
  if (digits === undefined)
    throw new InvalidArgumentError('Write seconds, or a time like "30m", "12h" or "7d".');
  return Number(digits) * unitSeconds[unit as keyof typeof unitSeconds];
}

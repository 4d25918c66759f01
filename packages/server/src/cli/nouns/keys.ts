import { createHash } from "node:crypto";
import type { Schema } from "@portico/contract";
import { InvalidArgumentError } from "commander";
import { newLocalKey } from "../local/new-local-key.ts";
import { CliError } from "../shell/cli-error.ts";
import { command, confirm, noun, type Shell } from "../shell/command.ts";
import {
  anyText,
  argument,
  choice,
  dollars,
  flag,
  onOff,
  orNone,
  type Reader,
  requiredFlag,
  toggle,
  wholeNumber,
} from "../shell/inputs.ts";
import { largestPage } from "../shell/page-size.ts";
import { factLines, tableOf } from "../shell/table.ts";
import { rights, warnOfRights } from "./key-rights.ts";
import { exposed } from "./keys-exposed.ts";

/** Accepts the key itself too: an operator who found a key in a log knows only that. */
const hashOf: Reader<string> = (given) =>
  /^ptcm?_/.test(given) ? createHash("sha256").update(given).digest("hex") : given;

const hash = argument("<id>", "its number, its hash, or the key itself", hashOf);
const periods = ["daily", "weekly", "monthly"] as const;
const reset = ["--limit-reset <period>", "how often the spent amount is reset to zero"] as const;

const create = command("create", "create an API key; it is shown once", {
  takes: {
    ...rights,
    name: requiredFlag("--name <name>", "a name for people"),
    workspace_id: flag(
      "--workspace <id or slug>",
      "its workspace; default: the management key's own",
    ),
    limit: flag("--limit <usd>", "the most that the key may spend, in US dollars", dollars),
    limit_reset: choice(...reset, periods),
    requests_per_minute: flag("--rpm <n>", "requests a minute", wholeNumber),
    tokens_per_minute: flag("--tpm <n>", "tokens a minute", wholeNumber),
    expires_at: flag("--expires <time>", "when the key expires, as an ISO 8601 timestamp"),
    owner_email: flag("--owner-email <address>", "who is notified when the key is found exposed"),
    existing_key: flag(
      "--existing-key <->",
      "a text that callers already use becomes the key; - reads it from standard input",
    ),
    kind: toggle("--management", "a key that administers and never spends", "management"),
  },
  remote: async ({ keys }, values, shell) =>
    created(await keys.create(await bodyOf(values, shell))),
  local: async (values, shell) => created(await newLocalKey(await bodyOf(values, shell))),
  text: ({ key, name, id }) =>
    key === undefined
      ? `The key "${name}" (id ${id}) is ready: its callers go on with the text that they have.`
      : `${key}\n\nThe key "${name}" (id ${id}) is shown only once: save it now.`,
  warns: warnOfRights,
  examples: [
    "keys create --name ci --limit 5 --limit-reset monthly --rpm 60",
    "keys create --name search --allow-model 'openai/*' --max-output-tokens 4096 --network 192.0.2.0/24",
    "keys create --name accounting --management --scope spend",
    "keys create --name admin --management --json",
    "keys create --name moved --existing-key - < key.txt",
    'keys create --name "way back in" --management --local',
  ],
});

type Body = Schema<"CreateApiKeyRequest">;

async function bodyOf(values: Body, { terminal }: Shell): Promise<Body> {
  if (values.existing_key === undefined) return values;
  if (values.existing_key !== "-")
    throw new CliError(
      "Keys are not written on the command line, where the shell keeps them: write --existing-key - and pipe the key in.",
      "usage",
    );
  return { ...values, existing_key: await terminal.readSecret("The text that becomes the key:") };
}

/** A text that its callers have is not shown again. */
function created({ data, key }: Schema<"CreateApiKeyReply">) {
  return data.is_foreign === true ? { ...data, key: undefined } : { ...data, key };
}

function withSecret({ data, key }: Schema<"CreateApiKeyReply">) {
  return { ...data, key };
}

const list = command("list", "list API keys, newest first", {
  takes: {
    workspace_id: flag("--workspace <id or slug>", "only those of one workspace"),
    search: flag("--search <text>", "only those with this text in name, label, owner or creator"),
    kind: choice("--kind <kind>", "only those of one kind", ["ordinary", "management"]),
    exposed: toggle("--exposed", "only those that were found exposed"),
    sort: choice("--sort <order>", "in another order", ["newest", "most_spent", "least_left"]),
  },
  remote: ({ keys }, query) => keys.list({ ...query, limit: largestPage }).toArray(),
  text: (keys) =>
    tableOf(keys, {
      id: "id",
      name: "name",
      key: "label",
      kind: "kind",
      limit: "limit",
      left: "limit_remaining",
      spent: "usage",
      rpm: "requests_per_minute",
      tpm: "tokens_per_minute",
      expires: "expires_at",
      state: ({ disabled }) => (disabled ? "disabled" : "enabled"),
      exposed: "exposed_at",
    }),
  examples: [
    "keys list",
    "keys list --workspace default --json",
    "keys list --search notebook --sort least_left",
  ],
});

const show = command("show", "show the details of an API key, never the key itself", {
  takes: { hash },
  remote: async ({ keys }, { hash }) => (await keys.get(hash)).data,
  text: factLines,
  examples: ["keys show 7", "keys show 7 --json"],
});

const update = command("update", "change an API key; other fields stay as they are", {
  takes: {
    ...rights,
    hash,
    name: flag("--name <name>", "a name for people"),
    limit: flag(
      "--limit <usd>",
      'the most that it may spend, in US dollars; "none"',
      orNone(dollars),
    ),
    limit_reset: choice(...reset, [...periods, null]),
    requests_per_minute: flag("--rpm <n>", 'requests a minute; "none"', orNone(wholeNumber)),
    tokens_per_minute: flag("--tpm <n>", 'tokens a minute; "none"', orNone(wholeNumber)),
    expires_at: flag(
      "--expires <time>",
      'when it stops working, as an ISO 8601 timestamp; "none"',
      orNone(anyText),
    ),
    owner_email: flag(
      "--owner-email <address>",
      'who is notified when the key is found exposed; "none"',
      orNone(anyText),
    ),
    disabled: flag(
      "--enabled <on|off>",
      "off: the key's next request is refused",
      (text) => !onOff(text),
    ),
  },
  needsFlag: true,
  remote: async ({ keys }, { hash, ...body }) => (await keys.update(hash, body)).data,
  text: ({ name, id }) => `The key "${name}" (id ${id}) is changed.`,
  warns: warnOfRights,
  examples: [
    "keys update 7 --limit 25 --limit-reset monthly",
    "keys update 7 --enabled off",
    "keys update 7 --allow-model 'openai/*' acme/embed --network none",
    "keys update 7 --expires none --json",
  ],
});

const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

const seconds: Reader<number> = (text) => {
  const [, digits, unit = "s"] = /^(\d{1,7})([smhd])?$/.exec(text) ?? [];
  if (digits === undefined)
    throw new InvalidArgumentError('Write seconds, or a time like "30m", "12h" or "7d".');
  return Number(digits) * unitSeconds[unit as keyof typeof unitSeconds];
};

const rotate = command("rotate", "give an API key a new secret; it is shown once", {
  takes: {
    hash,
    overlap_seconds: flag(
      "--overlap <time>",
      "how long the former secret works: 0, 30m, 12h, 7d",
      seconds,
    ),
    yes: toggle("--yes", "do not ask, where there is no overlap"),
  },
  remote: async ({ keys }, { hash, yes, ...body }, shell) => {
    if (body.overlap_seconds === 0)
      await confirm(shell, "End all earlier secrets of the key at once?", yes);
    return withSecret(await keys.rotate(hash, body));
  },
  text: ({ key, name, id, previous_secret_expires_at: end }, { overlap_seconds: overlap }) =>
    [
      key,
      "",
      `The new secret of the key "${name}" (id ${id}) is shown only once: save it now.`,
      overlap === 0 ? "The former one has ended." : `The former one works until ${end}.`,
    ].join("\n"),
  examples: ["keys rotate 7", "keys rotate 7 --overlap 12h", "keys rotate 7 --overlap 0"],
});

const revoke = command("revoke", "delete an API key; its next request is refused", {
  takes: { hash, yes: toggle("--yes", "do not ask") },
  remote: async ({ keys }, { hash, yes }, shell) => {
    const { id, name, label } = (await keys.get(hash)).data;
    await confirm(shell, `Revoke the key "${name}" (${label}) for good?`, yes);
    const { deleted } = await keys.delete(hash);
    shell.print({ id, deleted }, () => `The key "${name}" is revoked.`);
  },
  examples: ["keys revoke 7", "keys revoke 7 --yes --json"],
});

export const keys = noun("keys", "API keys", [create, list, show, update, rotate, revoke, exposed]);

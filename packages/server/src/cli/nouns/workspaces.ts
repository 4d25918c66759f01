import { InvalidArgumentError } from "commander";
import { command, noun } from "../shell/command.ts";
import {
  anyText,
  argument,
  choice,
  flag,
  onOff,
  orNone,
  type Reader,
  requiredFlag,
} from "../shell/inputs.ts";
import { largestPage } from "../shell/page-size.ts";
import { tableOf } from "../shell/table.ts";

const id = argument("<id or slug>");

const create = command("create", "make a workspace", {
  takes: {
    name: requiredFlag("--name <name>", "a name for people"),
    slug: flag("--slug <slug>", "its name in URLs; default: made from the name"),
    description: flag("--description <text>", "its purpose"),
  },
  remote: async ({ workspaces }, body) => (await workspaces.create(body)).data,
  text: ({ slug, id }) => `The workspace "${slug}" is created: ${id}`,
  examples: ['workspaces create --name "Search team" --slug search'],
});

const list = command("list", "list workspaces", {
  remote: ({ workspaces }) => workspaces.list({ limit: largestPage }).toArray(),
  text: (workspaces) =>
    tableOf(workspaces, {
      slug: "slug",
      name: "name",
      sort: "default_provider_sort",
      "i/o logging": "is_observability_io_logging_enabled",
      broadcast: "is_observability_broadcast_enabled",
      "data discount": "is_data_discount_logging_enabled",
      id: "id",
    }),
  examples: ["workspaces list", "workspaces list --json"],
});

const textOrNone = orNone(anyText);

const rate: Reader<number> = (text) => {
  const value = Number(text);
  if (!(value >= 0.0001 && value <= 1)) throw new InvalidArgumentError("From 0.0001 to 1.");
  return value;
};

const keyIds: Reader<number[]> = (text) => {
  if (!/^\d+(,\d+)*$/.test(text)) throw new InvalidArgumentError('Write "3,4" or "all".');
  return text.split(",").map(Number);
};

const update = command("update", "change a workspace; other fields stay as they are", {
  takes: {
    id,
    name: flag("--name <name>", "a name for people"),
    slug: flag("--slug <slug>", "its name in URLs"),
    description: flag("--description <text>", 'what it is for; "none" empties it', textOrNone),
    default_text_model: flag("--default-text-model <model>", 'or "none"', textOrNone),
    default_image_model: flag("--default-image-model <model>", 'or "none"', textOrNone),
    default_provider_sort: choice("--default-provider-sort <sort>", "how providers are ordered", [
      "price",
      "throughput",
      "latency",
      "exacto",
      null,
    ]),
    is_observability_io_logging_enabled: flag(
      "--io-logging <on|off>",
      "keep a sample of requests and replies",
      onOff,
    ),
    io_logging_sampling_rate: flag("--io-logging-sampling-rate <rate>", "from 0.0001 to 1", rate),
    io_logging_api_key_ids: flag(
      "--io-logging-keys <ids>",
      'numbers of keys, by commas; "all"',
      orNone(keyIds, "all"),
    ),
    is_observability_broadcast_enabled: flag("--broadcast <on|off>", "export traces", onOff),
    is_data_discount_logging_enabled: flag(
      "--data-discount <on|off>",
      "share data for a discount",
      onOff,
    ),
    is_embeddings_cache_enabled: flag(
      "--embeddings-cache <on|off>",
      "keep vectors for the same inputs; off erases them",
      onOff,
    ),
  },
  needsFlag: true,
  remote: async ({ workspaces }, { id, ...body }) => (await workspaces.update(id, body)).data,
  text: ({ slug }) => `The workspace "${slug}" is changed.`,
  examples: [
    "workspaces update default --default-provider-sort price",
    "workspaces update search --io-logging on --io-logging-sampling-rate 0.05 --io-logging-keys 3,4",
  ],
});

const eraseLog = command("erase-log", "erase the entries of a workspace's I/O log", {
  takes: {
    id,
    user: flag("--user <name>", "only the entries of this end user, by the name in its requests"),
  },
  asks: ({ id, user }) => {
    const whose = user === undefined ? "all users" : `the end user "${user}"`;
    return `Erase the logged requests and replies of ${whose} in "${id}"?`;
  },
  remote: async ({ workspaces }, { id, ...query }) => {
    const { count } = await workspaces.eraseLog(id, query);
    return { id, deleted: true, count };
  },
  text: ({ count }) => `${count} entries are erased.`,
  examples: [
    "workspaces erase-log default --user customer-4711",
    "workspaces erase-log default --yes",
  ],
});

export const workspaces = noun("workspaces", "workspaces and their settings", [
  create,
  list,
  update,
  eraseLog,
]);

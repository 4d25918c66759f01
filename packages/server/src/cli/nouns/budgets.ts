import { Option } from "commander";
import { command, noun } from "../shell/command.ts";
import {
  argument,
  choice,
  dollars,
  flag,
  fromOption,
  requiredFlag,
  toggle,
} from "../shell/inputs.ts";
import { largestPage } from "../shell/page-size.ts";
import { factLines, tableOf } from "../shell/table.ts";

const example = "3a7c9e52-6b1d-4f80-9c2e-5d4b8a7f6e10";
const id = argument("<id>", "its id, a UUID");
const name = flag("--name <name>", "a name for people, in alerts too");
const periods = ["daily", "weekly", "monthly"] as const;
const resetFlag = [
  "--limit-reset <period>",
  "how often the spent amount is reset to zero",
] as const;
const limitFlag = [
  "--limit <usd>",
  "what may be spent in a period, in US dollars",
  dollars,
] as const;

const list = command("list", "list budgets with what is left of them", {
  takes: { workspace_id: flag("--workspace <id or slug>", "only those of this workspace") },
  remote: ({ budgets }, query) => budgets.list({ ...query, limit: largestPage }).toArray(),
  text: (budgets) =>
    tableOf(budgets, {
      name: "name",
      for: ({ scope, end_user, tag }) =>
        scope === "workspace" ? "workspace" : (tag ?? end_user ?? "each end user"),
      limit: ({ state, limit }) => state?.limit ?? limit,
      reset: "limit_reset",
      spent: ({ state }) => state?.spent,
      held: ({ state }) => state?.held,
      remaining: ({ state }) => state?.remaining,
      "raised until": ({ state }) => state?.raise_until,
      id: "id",
    }),
  examples: ["budgets list", "budgets list --workspace research --json"],
});

const create = command("create", "limit a workspace, its end users, or a tag in it", {
  takes: {
    limit: requiredFlag(...limitFlag),
    limit_reset: choice(...resetFlag, periods),
    workspace_id: flag(
      "--workspace <id or slug>",
      "its workspace; default: that of the management key",
    ),
    end_user: fromOption<string | undefined>(
      new Option("--end-user <name>", "only this end user of the workspace").conflicts(
        "eachEndUser",
      ),
    ),
    each: toggle("--each-end-user", "each end user without a budget of its own"),
    tag: fromOption<string | undefined>(
      new Option(
        "--tag <tag>",
        "requests with this tag, such as project=checkout; a name alone: each value without a budget of its own",
      ).conflicts(["endUser", "eachEndUser"]),
    ),
    name,
  },
  remote: async ({ budgets }, { each, ...body }) => {
    const isForEndUsers = each === true || body.end_user !== undefined;
    const ofOthers = body.tag === undefined ? "workspace" : "tag";
    const scope = isForEndUsers ? "end_user" : ofOthers;
    return (await budgets.create({ ...body, scope })).data;
  },
  text: ({ id, name }) => `The budget "${name}" is created: ${id}`,
  examples: [
    "budgets create --workspace research --limit 200 --limit-reset monthly",
    "budgets create --each-end-user --limit 2 --limit-reset daily",
    "budgets create --tag project=checkout --limit 50 --limit-reset monthly",
  ],
});

const amounts = { spent: "spent", held: "held", remaining: "remaining" } as const;

const show = command(
  "show",
  "show a budget, and the end users or values of a tag that have spent most of one that is for each",
  {
    takes: { id },
    remote: async ({ budgets }, { id }) => await budgets.get(id),
    text: ({ data, end_users: endUsers, tag_values: values }) =>
      [
        factLines({ ...data, ...data.state, limit: data.limit }),
        ...(endUsers === null
          ? []
          : [tableOf(endUsers.data, { "end user": "end_user", ...amounts })]),
        ...(values === null ? [] : [tableOf(values.data, { value: "value", ...amounts })]),
      ].join("\n\n"),
    examples: [`budgets show ${example}`],
  },
);

const update = command("update", "change a budget, or raise it for a time", {
  takes: {
    id,
    name,
    limit: flag(...limitFlag),
    limit_reset: choice(...resetFlag, [...periods, null]),
    raise: flag("--raise <usd>", "US dollars that are added to the limit, with --until", dollars),
    raise_until: flag("--until <time>", "when the raise ends by itself, as an ISO 8601 timestamp"),
    end: toggle("--end-raise", "end the raise now"),
  },
  needsFlag: true,
  remote: async ({ budgets }, { id, end, ...body }) => {
    const ended = end === true ? { raise: null, raise_until: null } : {};
    return (await budgets.update(id, { ...body, ...ended })).data;
  },
  text: ({ name }) => `The budget "${name}" is changed.`,
  examples: [
    `budgets update ${example} --limit 300`,
    `budgets update ${example} --raise 50 --until 2099-01-01T00:00:00Z`,
  ],
});

const remove = command("remove", "delete a budget: it limits nothing from then on", {
  takes: { id },
  asks: ({ id }) => `Delete the budget ${id}?`,
  remote: async ({ budgets }, { id }) => ({ id, deleted: (await budgets.delete(id)).deleted }),
  text: ({ id }) => `The budget ${id} is deleted.`,
  examples: [`budgets remove ${example} --yes`],
});

export const budgets = noun(
  "budgets",
  "limits above the keys, for workspaces, their end users and tags",
  [list, create, show, update, remove],
);

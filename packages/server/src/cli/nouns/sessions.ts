import type { Portico } from "@portico/client";
import type { Schema } from "@portico/contract";
import { CliError } from "../shell/cli-error.ts";
import { command, noun } from "../shell/command.ts";
import { argument, flag, wholeNumber } from "../shell/inputs.ts";
import { pageFor } from "../shell/page-size.ts";
import { type Columns, tableOf } from "../shell/table.ts";

type Session = Schema<"AgentSession">;
type Turn = Schema<"Generation"> & { readonly lost: string | null };

const filters = {
  from: flag("--from <time>", "last booked at or after this time, as an ISO 8601 timestamp"),
  to: flag("--to <time>", "last booked before this time"),
  workspace_id: flag("--workspace <id or slug>", "only one workspace"),
  api_key_hash: flag("--api-key <id>", "only one API key, by its number or hash"),
};

const columns: Columns<Session> = {
  last: "last_request_at",
  session: "session_id",
  key: (row) => row.api_key_name ?? row.api_key_id,
  turns: "requests",
  failed: "failed_requests",
  in: "prompt_tokens",
  "cached %": ({ cache_share: share }) => (share === null ? null : Math.round(share * 100)),
  out: "completion_tokens",
  "cost $": "usage",
  lost: "lost_cache_count",
  models: ({ models }) => models.join(", "),
  providers: ({ providers }) => providers.join(", "),
};

const list = command("list", "list what agents used by session, the newest first", {
  takes: {
    ...filters,
    model: flag("--model <model>", "only sessions that asked for this model"),
    limit: flag("--limit <n>", "how many sessions at most", wholeNumber, 50),
  },
  remote: ({ generations }, { limit, ...filter }) =>
    generations.sessions({ ...filter, limit: pageFor(limit) }).toArray(limit),
  text: (sessions) => tableOf(sessions, columns),
  examples: ["sessions list --model openai/gpt-5-mini", "sessions list --api-key 7 --json"],
});

const turnColumns: Columns<Turn> = {
  booked: "settled_at",
  id: "id",
  key: "api_key_id",
  model: "model",
  provider: "provider_name",
  status: ({ status, error }) => (error === null ? status : `${status} ${error.code}`),
  in: "tokens_prompt",
  cached: "native_tokens_cached",
  out: "tokens_completion",
  "cost $": "total_cost",
  "no cached prompt": "lost",
};

const show = command("show", "show a session and its turns, with why one found no cached prompt", {
  takes: {
    session: argument("<name>", "its name, as its requests say it"),
    ...filters,
    limit: flag("--limit <n>", "how many of its last turns at most", wholeNumber, 50),
  },
  remote: sessionWithTurns,
  text: ({ sessions, turns }) => `${tableOf(sessions, columns)}\n\n${tableOf(turns, turnColumns)}`,
  examples: ["sessions show 3f2c9a1e", "sessions show 3f2c9a1e --api-key 7 --limit 200"],
});

async function sessionWithTurns(
  { generations }: Portico,
  {
    session,
    limit,
    ...filter
  }: { readonly session: string; readonly limit: number; readonly api_key_hash?: string },
) {
  const named = { ...filter, session_id: session };
  const sessions = await generations.sessions(named).toArray();
  if (sessions.length === 0)
    throw new CliError(`There is no session ${JSON.stringify(session)}: portico sessions list.`);
  const lost = new Map(
    sessions.flatMap(({ lost_caches: caches }) =>
      caches.map(({ generation_id: id, message }) => [id, message] as const),
    ),
  );
  const rows = await generations.list({ ...named, limit: pageFor(limit) }).toArray(limit);
  const turns: Turn[] = rows.map((row) => ({ ...row, lost: lost.get(row.id) ?? null }));
  return { sessions, turns };
}

export const sessions = noun("sessions", "what agents used, by the sessions that they name", [
  list,
  show,
]);

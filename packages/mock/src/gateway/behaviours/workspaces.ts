import type { Schema } from "@portico/contract/facts";
import { toIso } from "@portico/core/rules/dates";
import { checkSlug, slugOfName, slugTaken, workspaceInUse } from "@portico/core/rules/slugs";
import { acting } from "../world/acting.ts";
import { type Change, creatorOf, pickFacts, recordChange } from "../world/audit.ts";
import type { WorldData } from "../world/data.ts";
import { nowOf } from "../world/now.ts";
import { pageOf } from "../world/page.ts";
import { findWorkspace } from "../world/workspaces.ts";

type Workspace = Schema<"Workspace">;

export const createWorkspace = acting<"createWorkspace">(201, (given) => {
  const { body, world, caller } = given;
  const { workspaces } = world.data;
  const workspace: Workspace = {
    id: world.uuid(),
    ...newWorkspace,
    ...readSettings(body),
    name: body.name,
    slug:
      body.slug === undefined ? freeSlug(world.data, body.name) : freeAsked(world.data, body.slug),
    created_at: toIso(nowOf(world.data)),
    updated_at: null,
    created_by: creatorOf(caller),
  };
  workspaces.push(workspace);
  recordWorkspace(given, workspace.id, null, workspace);
  return { data: workspace };
});

export const getWorkspace = acting<"getWorkspace">(200, ({ params, world }) => ({
  data: findWorkspace(world.data, params.id),
}));

export const listWorkspaces = acting<"listWorkspaces">(200, ({ query, world }) =>
  pageOf(world.data.workspaces, "/workspaces", query),
);

export const updateWorkspace = acting<"updateWorkspace">(200, (given) => {
  const { params, body, world } = given;
  if (body.slug !== undefined) checkSlug(body.slug);
  const before = findWorkspace(world.data, params.id);
  if (body.slug !== undefined && body.slug !== before.slug) freeAsked(world.data, body.slug);
  const after = { ...before, ...readSettings(body), updated_at: toIso(nowOf(world.data)) };
  const { workspaces } = world.data;
  workspaces[workspaces.indexOf(before)] = after;
  recordWorkspace(given, before.id, before, after);
  return { data: after };
});

export const deleteWorkspace = acting<"deleteWorkspace">(200, (given) => {
  const { params, world } = given;
  const { workspaces, keys, credentials, budgets } = world.data;
  const workspace = findWorkspace(world.data, params.id);
  const isIts = ({ workspace_id: id }: { readonly workspace_id: string }) => id === workspace.id;
  const hasKeys = keys.some(({ record, deleted }) => !deleted && isIts(record));
  if (hasKeys || credentials.some(isIts) || workspaces.length === 1) throw workspaceInUse();
  workspaces.splice(workspaces.indexOf(workspace), 1);
  const others = budgets.filter(({ record }) => !isIts(record));
  budgets.splice(0, budgets.length, ...others);
  recordWorkspace(given, workspace.id, workspace, null);
  return { deleted: true };
});

/** This world logs no content, so there is none to erase. */
export const eraseIoLog = acting<"eraseIoLog">(200, (given) => {
  const { id } = findWorkspace(given.world.data, given.params.id);
  recordChange(given, {
    target: { type: "io_log", id },
    workspaceId: id,
    before: null,
    after: { end_user: given.query.user ?? "all" },
  });
  return { deleted: true, count: 0 };
});

const settings = [
  ...(["name", "slug", "description", "default_text_model", "default_image_model"] as const),
  ...(["default_provider_sort", "is_observability_io_logging_enabled"] as const),
  ...(["is_observability_broadcast_enabled", "is_data_discount_logging_enabled"] as const),
  ...(["is_embeddings_cache_enabled", "io_logging_sampling_rate"] as const),
  "io_logging_api_key_ids" as const,
];

/** Only the fields that the caller has sent; the others stay as they are. */
function readSettings(body: Schema<"UpdateWorkspaceRequest">): Partial<Workspace> {
  const sent = settings
    .map((name) => [name, body[name]])
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent);
}

function recordWorkspace(
  change: Change,
  id: string,
  before: Workspace | null,
  after: Workspace | null,
): void {
  const facts = (one: Workspace | null) => one && pickFacts(one, [...settings, "created_by"]);
  recordChange(change, {
    target: { type: "workspace", id },
    workspaceId: id,
    before: facts(before),
    after: facts(after),
  });
}

function freeAsked({ workspaces }: WorldData, slug: string): string {
  checkSlug(slug);
  if (workspaces.some((one) => one.slug === slug)) throw slugTaken();
  return slug;
}

/** A slug of the name, with a number where that is taken. */
function freeSlug({ workspaces }: WorldData, name: string): string {
  const slug = slugOfName(name) ?? "workspace";
  const taken = new Set(workspaces.map((one) => one.slug));
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

const newWorkspace = {
  description: null,
  default_text_model: null,
  default_image_model: null,
  default_provider_sort: null,
  is_observability_io_logging_enabled: false,
  is_observability_broadcast_enabled: false,
  is_data_discount_logging_enabled: false,
  is_embeddings_cache_enabled: false,
  io_logging_sampling_rate: 1,
  io_logging_api_key_ids: null,
  default_guardrail_id: "default",
  include_byok_in_budgets: false,
  disabled_server_tools: null,
};

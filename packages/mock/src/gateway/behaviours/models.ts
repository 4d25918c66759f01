import { unknownModel } from "@portico/core/rules/models";
import { offsetBeside, toPage } from "@portico/core/rules/pages";
import { acting, type Given } from "../world/acting.ts";
import { knownModels, simulated } from "../world/models.ts";
import { pageOf } from "../world/page.ts";

type Named = Given<"getModel"> | Given<"listModelEndpoints">;

/** The example where a session has loaded no model. */
export const listModels = acting<"listModels">(200, ({ query, world: { data }, example }) => {
  if (data.models.length === 0) return example();
  const meant = data.models.filter(({ kind }) => query.kind === undefined || kind === query.kind);
  const { kind } = query;
  const asked = toPage(query, 500);
  const offset = offsetBeside(query, asked, meant);
  const page = pageOf(meant, "/models", { ...asked, offset, ...(kind && { kind }) });
  const ids = page.data.map((model) => model.id);
  const ends = { first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null };
  return { object: "list", ...page, ...ends, has_more: page.links.next !== null };
});

/** The example of a model, for each name that the list of models shows. */
export const getModel = acting<"getModel">(200, (given) => {
  refuseUnlisted(given);
  const listed = given.world.data.models.find(({ id }) => id === idIn(given));
  const data = { ...given.example().data, ...(listed ?? { id: idIn(given) }) };
  const { id, object, type, display_name, owned_by, created, created_at } = data;
  return { data, id, object, type, display_name, owned_by, created, created_at };
});

/** Those of this world; for a model without any, the example's. */
export const listModelEndpoints = acting<"listModelEndpoints">(200, (given) => {
  refuseUnlisted(given);
  const example = given.example();
  const id = idIn(given);
  const { models, endpoints: all = [] } = given.world.data;
  const model = models.find((one) => one.id === id);
  const own = all.filter((one) => one.model_id === id);
  if (model !== undefined && own.length > 0) {
    const { name, created, description, architecture } = model;
    return { data: { id, name, created, description, architecture, endpoints: own } };
  }
  const endpoints = example.data.endpoints.map((endpoint) => ({ ...endpoint, model_id: id }));
  return { data: { ...example.data, id, endpoints } };
});

function idIn({ params }: Named): string {
  return params.slug === "-" ? params.author : `${params.author}/${params.slug}`;
}

/** Models of the sandbox are there although no list shows them. Where no list is loaded, each name has the example. */
function refuseUnlisted(given: Named): void {
  const { models } = given.world.data;
  const id = idIn(given);
  if (models.length === 0 || models.some((model) => model.id === id) || simulated(id).length > 0)
    return;
  throw unknownModel(knownModels(given.world.data), id, "text");
}

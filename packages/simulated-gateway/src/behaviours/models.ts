import type { Output } from "@portico/contract/facts";
import { examplesOf } from "../examples.ts";
import { refusal } from "../failure.ts";
import { acting, type Given } from "../world/acting.ts";
import { pageOf } from "../world/page.ts";

type Named = Given<"getModel"> | Given<"listModelEndpoints">;

const defaultLimit = 500;

/** The example where a session has loaded no model. */
export const listModels = acting<"listModels">(200, ({ query, world: { data }, call }) => {
  if (data.models.length === 0) return examplesOf(call.pack, 200)[0]?.value as Output<"listModels">;
  const meant = data.models.filter(({ kind }) => query.kind === undefined || kind === query.kind);
  return { object: "list", ...pageOf(meant, "/models", { limit: defaultLimit, ...query }) };
});

/** The example of a model, for each name that the list of models shows. */
export const getModel = acting<"getModel">(200, (given) => {
  refuseUnlisted(given);
  const listed = given.world.data.models.find(({ id }) => id === idIn(given));
  const example = examplesOf(given.call.pack, 200)[0]?.value as Output<"getModel">;
  return { data: { ...example.data, ...(listed ?? { id: idIn(given) }) } };
});

/** Those of this world; for a model without any, the example's. */
export const listModelEndpoints = acting<"listModelEndpoints">(200, (given) => {
  refuseUnlisted(given);
  const example = examplesOf(given.call.pack, 200)[0]?.value as Output<"listModelEndpoints">;
  const id = idIn(given);
  const { models, endpoints: all = [] } = given.world.data;
  const model = models.find((one) => one.id === id);
  const own = all.filter((one) => one.model_id === id);
  if (model !== undefined && own.length > 0) {
    const { name, created, description = "", architecture } = model;
    return { data: { id, name, created, description, architecture, endpoints: own } };
  }
  const endpoints = example.data.endpoints.map((endpoint) => ({ ...endpoint, model_id: id }));
  return { data: { ...example.data, id, endpoints } };
});

function idIn({ params }: Named): string {
  return `${params.author}/${params.slug}`;
}

function isSimulated(id: string): boolean {
  return /^(sandbox|mock)\//.test(id);
}

/** Models of the sandbox are there although no list shows them. Where no list is loaded, each name has the example. */
function refuseUnlisted(given: Named): void {
  const { models } = given.world.data;
  const id = idIn(given);
  if (models.length === 0 || models.some((model) => model.id === id) || isSimulated(id)) return;
  throw refusal(
    404,
    `The model ${JSON.stringify(id)} does not exist.`,
    {},
    { kind: "model_not_found" },
  );
}

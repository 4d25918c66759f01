import type { Output } from "@portico/contract/facts";
import { examplesOf } from "../examples.ts";
import { refusal } from "../failure.ts";
import { acting, type Given } from "../world/acting.ts";

type Named = Given<"getModel"> | Given<"listModelEndpoints">;

/** The example of a model, for each name that the list of models shows. */
export const getModel = acting<"getModel">(200, (given) => {
  refuseUnlisted(given);
  const listed = given.world.data.models.find(({ id }) => id === idIn(given));
  const example = examplesOf(given.call.pack, 200)[0]?.value as Output<"getModel">;
  return { data: { ...example.data, ...(listed ?? { id: idIn(given) }) } };
});

export const listModelEndpoints = acting<"listModelEndpoints">(200, (given) => {
  refuseUnlisted(given);
  const example = examplesOf(given.call.pack, 200)[0]?.value as Output<"listModelEndpoints">;
  const id = idIn(given);
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

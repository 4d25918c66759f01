import { differences } from "../json/differences.ts";
import { type Fields, fieldsOf, listOf } from "../json/shape.ts";

/** The places at which two configurations differ. Models are known by their ids and endpoints by their providers' names, not by their order. */
export function placesChanged(one: object, other: object): readonly string[] {
  return differences(named(fieldsOf(one)), named(fieldsOf(other)));
}

function named({ models, providers, ...rest }: Fields): object {
  const byId = listOf(models).map((model) => {
    const { id, endpoints, ...facts } = fieldsOf(model);
    const byPlace = listOf(endpoints).map((endpoint) => {
      const { provider, upstream_model } = fieldsOf(endpoint);
      return [`${provider}/${upstream_model}`, endpoint];
    });
    return [String(id), { ...facts, endpoints: Object.fromEntries(byPlace) }] as const;
  });
  return { ...rest, providers: providers ?? {}, models: Object.fromEntries(byId) };
}

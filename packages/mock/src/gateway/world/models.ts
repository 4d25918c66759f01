import { inField } from "@portico/core/failures";
import { fieldsOf, listOf, textOf } from "@portico/core/json/shape";
import {
  type KnownModel,
  type ModelKind,
  modelOfOtherKind,
  unknownModel,
} from "@portico/core/rules/models";
import type { Call } from "../call.ts";
import { isNamed } from "../named.ts";
import { examplesOf, type OperationPack } from "../pack.ts";
import type { WorldData } from "./data.ts";

/**
 * Refuses a model that is not there, in the gateway's words; `more` are there too, such as `gpt-*`. Where no list of models is
 * loaded, each name is taken.
 */
export function checkModels(call: Call, more: readonly string[]): void {
  const kind = kinds[call.pack.facts.id];
  if (kind === undefined || call.world.data.models.length === 0) return;
  const { model, models } = fieldsOf(call.body);
  const check = (id: string) => {
    if (!isNamedBeforehand(call, more, id)) refuseUnknown(call, id, kind);
  };
  check(textOf(model) ?? "");
  for (const [place, name] of listOf(models).entries())
    try {
      check(textOf(name) ?? "");
    } catch (error) {
      throw inField(`models[${place}]`, error as Parameters<typeof inField>[1]);
    }
}

const kinds: Readonly<Record<string, ModelKind>> = {
  createChatCompletion: "text",
  createMessage: "text",
  createResponse: "text",
  compactResponse: "text",
  createEmbeddings: "embedding",
  createRerank: "rerank",
};

function refuseUnknown(call: Call, id: string, kind: ModelKind): void {
  const known = knownTo(call, id, kind);
  const found = known.find((one) => one.id === id);
  if (found === undefined) throw unknownModel(known, id, kind);
  if (found.kind !== kind) throw modelOfOtherKind(found, kind);
}

/** Those of the world, of the list of embedding models, and what the examples of the operation's own replies name. */
function knownTo({ pack, packs, world }: Call, asked: string, kind: ModelKind): KnownModel[] {
  const list = packs.find(({ facts }) => facts.id === "listEmbeddingModels");
  const embedding = exampleFields(list).flatMap(({ data }) => listOf(data).map(fieldsOf));
  const named = exampleFields(pack).flatMap(({ model }) => textOf(model) ?? []);
  return [
    ...knownModels(world.data),
    ...embedding.map(({ id }) => ({ id: textOf(id) ?? "", kind: "embedding" as const })),
    ...named.map((id) => ({ id, kind })),
    ...simulated(asked),
  ];
}

function exampleFields(pack: OperationPack | undefined) {
  return pack === undefined ? [] : examplesOf(pack, 200).map(({ value }) => fieldsOf(value));
}

/** Those of a world. */
export function knownModels({ models }: WorldData): KnownModel[] {
  return models.map(({ id, kind = "text" }) => ({ id, kind }));
}

const simulatedForm =
  /^(?:sandbox|mock)\/(?:(embed|rerank)(?:-fail-\d{3})?|text|think|slow|stall|(?:fail|cut)-midstream|fail-\d{3})$/;

/** One of the sandbox's, also by the name under which the mock was first known: no list shows them. */
export function simulated(id: string): KnownModel[] {
  const [name, use] = simulatedForm.exec(id) ?? [];
  if (name === undefined) return [];
  const kind = use === "embed" ? "embedding" : use === "rerank" ? "rerank" : "text";
  return [{ id, kind }];
}

/** For a whole run, or by a script. */
function isNamedBeforehand({ world }: Call, models: readonly string[], id: string): boolean {
  const { script } = world.data;
  const ofRules = script?.rules.flatMap(({ when }) => when?.model ?? []) ?? [];
  return [...models, ...(script?.models ?? []), ...ofRules].some((name) => isNamed(name, id));
}

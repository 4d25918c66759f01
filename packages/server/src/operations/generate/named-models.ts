import type { ReadRequest } from "@portico/core/answer/wire";
import { GatewayError, inField } from "../../errors.ts";
import { meantBy } from "../../routing/aliases.ts";
import { CanaryCall } from "../../routing/canary.ts";
import { findModel } from "../../routing/candidates.ts";
import type { Model } from "../../routing/catalog.ts";
import type { Chance } from "../../routing/ranking.ts";
import type { Context } from "../operation.ts";

/** A model of the request, and the name by which the request asks for it: its id, or an alias. */
export interface Named {
  readonly model: Model;
  readonly field: string;
  readonly alias: string;
}

interface NamedModels {
  readonly named: readonly [Named, ...Named[]];
  readonly canary?: CanaryCall;
}

/** The models of a request, and the canary of the first name, whose model comes last. */
export function namedModels<Frame>(
  request: ReadRequest<Frame>,
  context: Pick<Context, "gateway" | "caller">,
  chance: Chance,
): NamedModels {
  const usual = namedIn(request, context, chance);
  if (context.gateway.canaries === null) return { named: usual };
  const canary = canaryFor(request.modelId, context, { usual, chance });
  if (canary === undefined) return { named: usual };
  return { named: withCanary(usual, canary, request.modelId), canary };
}

/** Throws if one of them is unknown, even if it is never used, so that a misspelt name shows before an outage. */
function namedIn<Frame>(
  { modelId, models = [] }: ReadRequest<Frame>,
  { gateway: { catalog } }: Pick<Context, "gateway">,
  chance: Chance,
): readonly [Named, ...Named[]] {
  const find = (id: string) => findModel({ catalog, modelId: id, kind: "text" });
  const isAlias = catalog.aliases?.has(modelId) === true && !catalog.models.has(modelId);
  const [id, ...drawn] = isAlias ? meantBy(catalog, modelId, chance) : [modelId];
  const named = (model: Model): Named => ({ model, field: "model", alias: modelId });
  const first = named(find(id));
  const standIns = models.map((alias, place): Named => {
    const field = `models[${place}]`;
    try {
      return { model: find(alias), field, alias };
    } catch (error) {
      throw error instanceof GatewayError ? inField(field, error) : error;
    }
  });
  const others = [...drawn.map((one) => named(find(one))), ...standIns];
  return [first, ...eachOnce(first, others)];
}

/** Undefined where the model has none. */
function canaryFor(
  route: string,
  { gateway: { canaries, catalog }, caller }: Pick<Context, "gateway" | "caller">,
  { usual, chance }: { readonly usual: readonly Named[]; readonly chance: Chance },
): CanaryCall | undefined {
  const canary = canaries?.get(route);
  const model = catalog.models.get(canary?.rule.to ?? "");
  if (canary === undefined || model?.kind !== "text" || model === usual[0]?.model) return undefined;
  return new CanaryCall(canary, canary.draws(chance, caller.keyId) ? model : null);
}

function withCanary(
  usual: readonly [Named, ...Named[]],
  { model }: CanaryCall,
  alias: string,
): readonly [Named, ...Named[]] {
  if (model === null) return usual;
  const [first, ...others] = usual;
  return [first, ...eachOnce(first, [...others, { model, field: "model", alias }])];
}

function eachOnce(first: Named, others: readonly Named[]): readonly Named[] {
  const known = new Set([first.model]);
  return others.filter(({ model }) => !known.has(model) && known.add(model));
}

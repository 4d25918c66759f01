import type { Schema } from "@portico/client";

export type Model = Pick<Schema<"Model">, "id" | "name" | "kind">;

export interface ModelGroups {
  /** They answer without a provider. */
  readonly simulated: readonly Model[];
  /** They do wrong what real ones do wrong. */
  readonly rehearsals: readonly Model[];
  readonly real: readonly Model[];
}

export function groupsOf(models: readonly Model[]): ModelGroups {
  const texts = models.filter(({ kind }) => kind === undefined || kind === "text");
  const simulated = texts.filter(isSimulated);
  return {
    simulated: simulated.filter((model) => !isRehearsal(model)),
    rehearsals: simulated.filter(isRehearsal),
    real: texts.filter((model) => !isSimulated(model)),
  };
}

/** The one to begin with: it needs no provider and costs next to nothing. */
export function usualModel({ simulated, real }: ModelGroups): string {
  const usual = simulated.find(({ id }) => id.endsWith("/text")) ?? simulated[0] ?? real[0];
  return usual?.id ?? "";
}

export function isSimulated({ id }: Pick<Model, "id">): boolean {
  return /^(sandbox|mock)\//.test(id);
}

export function isRehearsal({ id }: Pick<Model, "id">): boolean {
  return isSimulated({ id }) && /\/(fail|cut|stall|slow)/.test(id);
}

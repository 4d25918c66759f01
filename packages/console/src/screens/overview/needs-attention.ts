import type { Schema } from "@portico/client";

type Alert = Schema<"Alert">;
type Budget = Schema<"Budget">;

/** Whether someone should act on it now: what is over, and what was delivered about a period that is over, is left out. */
export function needsAttention(alert: Alert, now: number): boolean {
  if (alert.state === "failed") return true;
  if (alert.kind === "provider_down") return alert.resolved_at === null;
  if (alert.kind === "budget" || alert.kind === "limit_blocking")
    return alert.resets_at === null || Date.parse(alert.resets_at) > now;
  return true;
}

/** Alerts whose budget is there. `budgets` is null where not all of them are known. */
export function ofPresentBudgets(
  alerts: readonly Alert[],
  budgets: readonly Pick<Budget, "id">[] | null,
): readonly Alert[] {
  const ids = budgets && new Set(budgets.map(({ id }) => id));
  return alerts.filter(({ subject }) => {
    const [kind, id = ""] = subject.split(":");
    return ids === null || kind !== "budget" || ids.has(id);
  });
}

const nearlySpent = 0.8;

/** Budgets of which four fifths are spent or held, the fullest first. */
export function nearTheirLimit(budgets: readonly Budget[]): readonly Budget[] {
  return budgets
    .filter((budget) => shareOf(budget) >= nearlySpent)
    .toSorted((one, other) => shareOf(other) - shareOf(one));
}

function shareOf({ state }: Budget): number {
  if (state === null) return 0;
  return state.limit === 0 ? 1 : (state.spent + state.held) / state.limit;
}

interface Model {
  readonly id: string;
  readonly architecture: { readonly output_modalities: readonly string[] };
}

const simulated = "sandbox/text";

/** A call that works as it stands, once a key is in it: of the simulated model where there is one, since it costs nothing. */
export function firstCall(api: string, models: readonly Model[]): string {
  const texts = models.filter(({ architecture }) =>
    architecture.output_modalities.includes("text"),
  );
  const model = texts.find(({ id }) => id === simulated) ?? texts[0] ?? models[0];
  const isText = model === undefined || texts.includes(model);
  const path = isText ? "responses" : "embeddings";
  const body = JSON.stringify({ model: model?.id ?? simulated, input: "Good morning" });
  return [
    "PORTICO_API_KEY=ptc_…",
    `curl ${quoted(`${api}/${path}`)} \\`,
    '  -H "Authorization: Bearer $PORTICO_API_KEY" -H "Content-Type: application/json" \\',
    `  -d ${quoted(body)}`,
  ].join("\n");
}

/** For a shell: what stands in it is taken literally. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

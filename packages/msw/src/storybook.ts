import type { WorldData } from "@portico/mock/gateway";
import type { Rule, Script } from "@portico/mock/gateway/script";
import type { ScenarioName } from "@portico/mock/scenarios";
import { reset, scenario, script, travel } from "./portico.ts";
import { sharedSession } from "./session.ts";

/** `parameters.portico` of a story: what its handlers begin with. */
export interface PorticoParameters {
  readonly script?: Script | readonly Rule[];
  readonly scenario?: ScenarioName;
  readonly state?: WorldData;
  /** A date, or "next month". */
  readonly time?: string;
}

/** The part of a story's context that is read. */
interface Context {
  readonly id: string;
  readonly parameters: { readonly portico?: PorticoParameters };
}

/**
 * A decorator of Storybook: each story begins in a new state, with what its `parameters.portico` names. It needs `porticoHandlers()` among
 * the handlers of the preview.
 * @example export default { decorators: [withPortico] };
 */
export function withPortico<Shown>(story: () => Shown, { id, parameters }: Context): Shown {
  if (id !== shown) begin(parameters.portico ?? {});
  shown = id;
  return story();
}

/** The id of the story: one that is only drawn again goes on. */
let shown: string | null = null;

function begin({ state, scenario: name, script: rules, time }: PorticoParameters): void {
  reset();
  if (state !== undefined) sharedSession.load(state);
  const ready = name === undefined ? Promise.resolve() : scenario(name);
  const begun = ready.then(() => {
    if (rules !== undefined) script(rules);
    if (time !== undefined) travel(time);
  });
  sharedSession.offer({ ready: begun });
}

import { sharedSession } from "./session.ts";

/**
 * Forgets what was created, changed and spent: the state is again as the contract's examples show it.
 * @example afterEach(() => portico.reset());
 */
export function reset(): void {
  sharedSession.reset();
}

import { expect } from "vitest";
import type { Like } from "../gateway/script/index.ts";
import { matchers } from "./matchers.ts";

declare module "vitest" {
  // Its parameters are those of Vitest's own declaration, or the two do not join.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * A journal has requests like this: so many, or at least one.
     * @example expect(portico.journal()).toHaveAsked({ turn: 2, result: "sunny" }, 1);
     */
    toHaveAsked: (like?: Like, times?: number) => R;
  }
}

expect.extend(matchers);

export { matchers };

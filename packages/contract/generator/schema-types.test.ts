import { expect, it } from "vitest";
import { withNamedSchemas } from "./schema-types.ts";

const written = `export interface components {
    schemas: {
        /** @description A door. */
        Door: {
            /** @description How wide it is. */
            width: number;
            lock?: components["schemas"]["Lock"] | null;
        };
        Lock: string;
    };
    responses: {
        Found: components["schemas"]["Door"];
    };
}
`;

it("gives each schema a type of its own, with its description, and uses these names everywhere", () => {
  expect(withNamedSchemas(written)).toBe(`export interface components {
    schemas: {
        Door: Door;
        Lock: Lock;
    };
    responses: {
        Found: Door;
    };
}

/** @description A door. */
export type Door = {
    /** @description How wide it is. */
    width: number;
    lock?: Lock | null;
};
export type Lock = string;
`);
});

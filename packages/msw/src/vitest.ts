/** Imported once in a set-up file: `expect(portico.journal()).toHaveAsked({ prompt: "Oslo" })`. */
export * from "@portico/mock/vitest";

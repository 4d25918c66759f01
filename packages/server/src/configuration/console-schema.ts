import { z } from "zod";
import { signInSchema } from "./sign-in-schema.ts";

export const consoleSchema = z.strictObject({
  session: z
    .strictObject({
      /** A session ends after this, however much it is used. */
      hours: z.int().min(1).max(720).default(12),
      /** And after this without use. */
      idle_minutes: z.int().min(5).max(43_200).default(120),
    })
    .prefault({}),
  sign_in: signInSchema.prefault({}),
});

import { z } from "zod";
import { peoplesRoles } from "./sign-in.ts";

const role = z.enum(peoplesRoles);
const groups = z.array(z.string().min(1).max(200)).min(1).max(200);

const rolesByGroup = {
  admin: groups.optional(),
  operator: groups.optional(),
  billing: groups.optional(),
  viewer: groups.optional(),
};

/** The token characters of HTTP. */
const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, "must be the name of a header");

const httpUrl = z.url({ protocol: /^https?$/ });

const oidc = z.strictObject({
  issuer: httpUrl,
  client_id: z.string().min(1).max(500),
  client_secret: z.string().min(1).optional(),
  name: z.string().min(1).max(60).default("your company"),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "a scope has no spaces and no quotes"))
    .max(20)
    .default(["profile", "email"]),
  redirect_uri: httpUrl.optional(),
  roles: z.strictObject({ claim: z.string().min(1).max(200), ...rolesByGroup }).optional(),
  default_role: role.nullable().default(null),
});

const proxy = z.strictObject({
  user_header: headerName,
  groups_header: headerName.optional(),
  roles: z.strictObject(rolesByGroup).optional(),
  default_role: role.nullable().default(null),
  sign_out_url: httpUrl.optional(),
});

const signInSchema = z.strictObject({ oidc: oidc.optional(), proxy: proxy.optional() });

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

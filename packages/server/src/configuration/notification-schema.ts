import { z } from "zod";

/** Narrower than the mail standard, and wide enough for real addresses. Excludes two addresses in one and headers. */
const address = /^[A-Za-z0-9._%+'-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){0,8}$/;
const mailAddress = z
  .string()
  .refine(
    (text) => text.length <= 254 && address.test(text),
    'must be an e-mail address, like "operator@example.com"',
  );

/** `operator@example.com`, or `Portico <operator@example.com>`. */
const mailbox = z
  .string()
  .transform((text) => {
    const [, name = "", inside = text] = /^([^<>"\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? [];
    return { name: name.trim(), address: inside.trim() };
  })
  .refine(
    (box) => address.test(box.address),
    'must be an e-mail address, like "operator@example.com" or "Portico <operator@example.com>"',
  );

/** An address that is sent signed requests. */
export const signedAddress = {
  url: z.url({ protocol: /^https?$/ }),
  secret: z.string().refine((text) => text.length >= 16, "must have at least 16 characters"),
};

export const notificationSchema = z.strictObject({
  /** The recipients of mail about keys without an owner; they also get a copy of the owners' mail. */
  to: z
    .preprocess(
      (given) => (typeof given === "string" ? [given] : given),
      z.array(mailAddress).min(1).max(20),
    )
    .optional(),
  smtp: z
    .strictObject({
      host: z.string().min(1).max(253),
      port: z.int().min(1).max(65_535).optional(),
      tls: z.enum(["starttls", "implicit", "none"]).optional(),
      user: z.string().min(1).optional(),
      password: z.string().min(1).optional(),
      /** In PEM: of a mail server whose certificate no public authority has signed. */
      ca: z.string().min(1).optional(),
      from: mailbox,
    })
    .optional(),
  webhook: z.strictObject(signedAddress).optional(),
});

export const alertsSchema = z.strictObject({
  /** Percents of a limit; an empty list: no alerts about spending. */
  thresholds: z
    .array(z.int().min(1).max(100))
    .max(10, "must name at most 10 percentages")
    .refine((all) => new Set(all).size === all.length, "must not name a percentage twice")
    .default([50, 80, 95]),
  unbilled_usd: z.number().min(0.01).max(9_000_000).nullable().default(1),
  provider_down_seconds: z.int().min(1).max(86_400).nullable().default(300),
  channels: z.array(z.enum(["email", "webhook"])).optional(),
});

export const exposedKeysSchema = z.strictObject({
  on_exposed: z.enum(["notify", "disable"]).default("notify"),
  github: z
    .strictObject({
      public_keys_url: z.url({ protocol: /^https?$/ }).optional(),
      public_keys: z
        .array(z.strictObject({ key_identifier: z.string().min(1).max(128), key: z.string() }))
        .min(1)
        .max(100)
        .optional(),
    })
    .optional(),
});

import type { JsonSchema } from "./open-api.ts";

/** The patterns of the contract's requests in words; a test checks that none is missing. */
export const patternsInWords: Readonly<Record<string, string>> = {
  "^[a-z0-9]+(-[a-z0-9]+)*$":
    "must have only lower-case letters, digits and single hyphens between them, such as my-team",
  "^([0-9a-f]{64}|[0-9]{1,15})$": "must be a key's hash (64 hexadecimal digits) or its numeric id",
  "^[A-Za-z0-9._%+'-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63}){1,8}$":
    "must be an e-mail address",
  "^[a-z][a-z0-9_-]{0,31}(=[\\s\\S]+)?$":
    "must be the name of a tag, alone or with a value behind =, such as project=checkout",
  "^[a-z][a-z0-9_-]{0,31}=[\\s\\S]+$":
    "must be the name of a tag and its value with = between them, such as project=checkout",
  "^[a-z][a-z0-9_-]{0,31}$": "must be the name of a tag, such as project",
  "^[1-9][0-9]{0,14}$": "must be the number of a version, such as 7",
  "^[0-9A-Fa-f:.]+(/[0-9]{1,3})?$":
    "must be an address or a network in CIDR notation, such as 192.0.2.0/24",
};

export function explainPattern({ pattern }: JsonSchema, value: string): string | null {
  if (typeof pattern !== "string" || new RegExp(pattern, "u").test(value)) return null;
  return patternsInWords[pattern] ?? `must match ${pattern}`;
}

interface Format {
  /** The validator's own pattern in its fast mode, so that no accepted text is called wrong. */
  readonly form: RegExp;
  readonly expectation: string;
}

/** The formats of the contract's requests; a test checks that none is missing. */
export const formats: Readonly<Record<string, Format>> = {
  date: {
    form: /^\d\d\d\d-[0-1]\d-[0-3]\d$/,
    expectation: "must be a day such as 2026-01-31",
  },
  "date-time": {
    form: /^\d\d\d\d-[0-1]\d-[0-3]\dt(?:[0-2]\d:[0-5]\d:[0-6]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i,
    expectation: "must be a date and time with its zone, such as 2026-01-31T12:00:00Z",
  },
  uuid: {
    form: /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
    expectation: "must be a UUID",
  },
};

export function explainFormat(schema: JsonSchema, value: string): string | null {
  const format = formats[String(schema["format"])];
  return format === undefined || format.form.test(value) ? null : format.expectation;
}

import type * as z from "zod";

type Check<Value> = (context: z.core.ParsePayload<Value>) => void;

/** A text's length in characters as JSON Schema counts them: zod counts most emoji twice. */
export function text(least: number, most: number): Check<string> {
  return ({ value, issues }) => {
    const units = value.length;
    // A character takes one unit or two, so most texts fit or fail without being counted.
    if (units <= most && units >= 2 * least) return;
    const length = units > 2 * most ? units : [...value].length;
    const facts = { origin: "string", inclusive: true, input: value } as const;
    if (length < least) issues.push({ code: "too_small", minimum: least, ...facts });
    if (length > most) issues.push({ code: "too_big", maximum: most, ...facts });
  };
}

/** A number without a fraction, however large: JSON knows no safe integers. */
export const whole: Check<number> = ({ value, issues }) => {
  if (!Number.isInteger(value))
    issues.push({ code: "invalid_type", expected: "int", input: value });
};

/** An object with so many fields at most. */
export function fields(most: number): Check<object> {
  return ({ value, issues }) => {
    if (Object.keys(value).length > most)
      issues.push({
        code: "too_big",
        origin: "object",
        maximum: most,
        inclusive: true,
        input: value,
      });
  };
}

/** A value that does not fit another schema. */
export function isNot(schema: z.ZodType): Check<unknown> {
  return ({ value, issues }) => {
    if (schema.safeParse(value).success)
      issues.push({ code: "custom", message: "must have another form", input: value });
  };
}

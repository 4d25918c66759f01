import { absent, type Noun } from "../../errors.ts";

/**
 * Look-ups name the caller's own organisation, so a thing of another organisation is not found. The message does not
 * show whether an id exists elsewhere.
 */
export function found<Record>(record: Record | null, noun: Noun, id: string): Record {
  if (record === null) throw absent(noun, id);
  return record;
}

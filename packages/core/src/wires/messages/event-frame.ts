/**
 * One event as it is sent. Client libraries drop an event whose `event:` line is missing or differs from its type.
 * `fields` is the rest of its JSON, without braces.
 */
export function frame(type: string, fields: string): string {
  return `event: ${type}\ndata: {"type":"${type}"${fields === "" ? "" : `,${fields}`}}\n\n`;
}

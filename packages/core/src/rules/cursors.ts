import { fromBase64Url, toBase64Url } from "../base64.ts";
import { refusedField } from "../failures.ts";

/** The place behind which a page goes on: a number, and where several rows have it, an id. */
export interface PagePosition {
  readonly number: number;
  readonly id: string;
}

export function toCursor({ number, id }: PagePosition): string {
  return toBase64Url(`${number}.${id}`);
}

export function readCursor(cursor: string): PagePosition {
  const [, number, id] = /^(\d{1,15})\.(.*)$/su.exec(fromBase64Url(cursor) ?? "") ?? [];
  if (number === undefined || id === undefined)
    throw refusedField("cursor", "cursor must be the next_cursor of a page.");
  return { number: Number(number), id };
}

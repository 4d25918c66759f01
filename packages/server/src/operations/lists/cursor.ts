import { GatewayError } from "../../errors.ts";

/** The place behind which a page goes on: a number, and where several rows have it, an id. */
export interface Place {
  readonly number: number;
  readonly id: string;
}

export function toCursor({ number, id }: Place): string {
  return Buffer.from(`${number}.${id}`).toString("base64url");
}

export function readCursor(cursor: string): Place {
  const [, number, id] =
    /^(\d{1,15})\.(.*)$/su.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
  if (number === undefined || id === undefined)
    throw new GatewayError("badRequest", {
      message: "cursor must be the next_cursor of a page.",
      metadata: { field: "cursor" },
    });
  return { number: Number(number), id };
}

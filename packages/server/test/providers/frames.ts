import { crc32 } from "node:zlib";

/** One message of an AWS event stream, put together from its specification alone. */
export function frame(headers: Readonly<Record<string, string>>, payload: unknown): Buffer {
  const fields = Buffer.concat(
    Object.entries(headers).map(([name, value]) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(Buffer.byteLength(value));
      return Buffer.concat([
        Buffer.from([name.length]),
        Buffer.from(name),
        Buffer.from([7]),
        length,
        Buffer.from(value),
      ]);
    }),
  );
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(12 + fields.length + body.length + 4, 0);
  prelude.writeUInt32BE(fields.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const whole = Buffer.concat([prelude, fields, body]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(whole));
  return Buffer.concat([whole, checksum]);
}

export function eventFrame(type: string, payload: object): Buffer {
  const headers = {
    ":event-type": type,
    ":content-type": "application/json",
    ":message-type": "event",
  };
  return frame(headers, { ...payload, p: "abcdefgh" });
}

export function exceptionFrame(type: string, message: string): Buffer {
  return frame({ ":exception-type": type, ":message-type": "exception" }, { message });
}

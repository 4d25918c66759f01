import { crc32, deflateSync } from "node:zlib";

/** Small files that are what they say they are, made here so that their sizes and frames are known. */

export function dataUrl(mediaType: string, bytes: Uint8Array): string {
  return `data:${mediaType};base64,${Buffer.from(bytes).toString("base64")}`;
}

/** Its header may say any size: nothing is drawn. */
export function png(width: number, height: number, ...before: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    ...before,
    chunk("IDAT", deflateSync(Buffer.alloc(4))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

export const animatedPng = () => png(8, 8, chunk("acTL", Buffer.from([0, 0, 0, 9, 0, 0, 0, 0])));

export function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export function gif(width: number, height: number, frames: number): Buffer {
  const head = Buffer.from("GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from("!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0", "latin1");
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(";")]);
}

export function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from("\xff\xc0\0\x11\x08\0\0\0\0\x03", "latin1");
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const start = Buffer.from("\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0", "latin1");
  return Buffer.concat([start, frame, Buffer.alloc(16)]);
}

export function webp(kind: "VP8X" | "VP8 " | "VP8L", flags = 0): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write("RIFF", 0, "latin1");
  bytes.write(`WEBP${kind}`, 8, "latin1");
  if (kind === "VP8X") {
    bytes.writeUInt8(flags, 20);
    bytes.writeUIntLE(640 - 1, 24, 3);
    bytes.writeUIntLE(480 - 1, 27, 3);
  } else if (kind === "VP8 ") {
    bytes.writeUInt16LE(640, 26);
    bytes.writeUInt16LE(480, 28);
  } else bytes.writeUInt32LE((640 - 1) | ((480 - 1) << 14), 21);

  return bytes;
}

export function container(major: string, ...compatible: readonly string[]): Buffer {
  const brands = [major, "\0\0\0\0", ...compatible].join("");
  const box = Buffer.from(`\0\0\0\0ftyp${brands}`, "latin1");
  box.writeUInt32BE(box.length, 0);
  return Buffer.concat([box, Buffer.alloc(64)]);
}

export function bmp(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write("BM", 0, "latin1");
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(-height, 22);
  return bytes;
}

import { crc32, deflateRawSync } from "node:zlib";

/** 1 January 1980, the first day that the format knows: the same files give the same bytes. */
const noDay = 0x21;
/** Names are UTF-8. */
const flags = 0x800;
const deflated = 8;

/** A ZIP archive, as every system opens it without a program more. */
export function zip(files: ReadonlyMap<string, string | Uint8Array>): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of files) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 9 });
    const name = Buffer.from(path);
    // What both headers of a file say of it.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags, 2);
    facts.writeUInt16LE(deflated, 4);
    facts.writeUInt16LE(noDay, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    parts.push(Buffer.from("PK\x03\x04"), facts, name, packed);
    directory.push(Buffer.from("PK\x01\x02\x14\x00"), facts, place, name);
    offset += 4 + facts.length + name.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, entries, end]);
}

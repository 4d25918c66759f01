import { gzipSync } from "node:zlib";

const block = 512;

/** A gzipped archive as npm installs it. The same files give the same bytes: no times, no owners. */
export function tarball(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const parts = [...files].flatMap(([path, content]) => [
    header(path, content.length),
    content,
    Buffer.alloc((block - (content.length % block)) % block),
  ]);
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]), { level: 9 });
}

/** One entry of the POSIX "ustar" format: fixed places, numbers in octal. */
function header(path: string, size: number): Buffer {
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long a name for an archive.`);
  const head = Buffer.alloc(block);
  head.write(path, 0);
  head.write("0000644\0", 100);
  head.write("0000000\0", 108);
  head.write("0000000\0", 116);
  head.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  head.write("00000000000\0", 136);
  // The sum is taken with blanks in its own place.
  head.write("        ", 148);
  head.write("0", 156);
  head.write("ustar\x0000", 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return head;
}

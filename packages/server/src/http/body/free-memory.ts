/** Smaller bytes are left to the engine's next collection. */
const worthFreeing = 16 * 1024;

/**
 * Frees the memory of bytes that are no longer read now, and not at the next collection, which is too slow for a
 * burst of large bodies. Bytes that share their memory with others are not touched.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isAlone && byteLength >= worthFreeing) buffer.transfer(0);
}

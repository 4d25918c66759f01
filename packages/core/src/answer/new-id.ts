const idBytes = 12;

/** Random bytes for many ids at a time: the call of the operating system is most of an id's cost. */
const pool = new Uint8Array(idBytes * 512);
let taken = pool.length;
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** An id that is unique across threads. Short, because every event of a stream repeats it. */
export function newId(): string {
  if (taken === pool.length) {
    crypto.getRandomValues(pool);
    taken = 0;
  }
  let id = "";
  for (const end = taken + idBytes; taken < end; taken += 1) id += hex[pool[taken] ?? 0];
  return id;
}

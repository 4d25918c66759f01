/** A subject is trimmed each time that this part of its room was written. */
const trimAfterPart = 16;
/** Beyond so many subjects all are forgotten, and trimmed when next written to. */
const maxCounted = 10_000;

interface Store<Subject> {
  trim(subject: Subject, room: number): Promise<unknown>;
}

/** Trims what a subject (a workspace, a key) keeps to its room: when it is first written to, and then now and again. */
export class TrimmedRoom<Subject> {
  readonly #store: Store<Subject>;
  readonly #room: number;
  /** Of each subject, since it was last trimmed. */
  readonly #written = new Map<Subject, number>();

  constructor(store: Store<Subject>, room: number) {
    this.#store = store;
    this.#room = room;
  }

  async wrote(subject: Subject, size: number): Promise<void> {
    const since = (this.#written.get(subject) ?? this.#room) + size;
    const isDue = since >= this.#room / trimAfterPart;
    if (this.#written.size >= maxCounted) this.#written.clear();
    this.#written.set(subject, isDue ? 0 : since);
    if (isDue) await this.#store.trim(subject, this.#room);
  }
}

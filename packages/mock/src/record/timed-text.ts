/** The end of an event of a stream. */
const frameEnd = "\n\n";

/** Collects the text of a reply, and when each event of a stream was complete. */
export class TimedText {
  readonly #decoder = new TextDecoder();
  readonly #most: number;
  #bytes = 0;
  #text = "";
  /** Where the event begins that is not complete yet. */
  #from = 0;
  #lastMs: number;
  readonly waitsMs: number[] = [];

  constructor(mostBytes: number, startedMs: number) {
    this.#most = mostBytes;
    this.#lastMs = startedMs;
  }

  add(chunk: Uint8Array, nowMs: number): void {
    this.#bytes += chunk.length;
    if (!this.isWhole) return;
    this.#text += this.#decoder.decode(chunk, { stream: true });
    for (
      let end = this.#text.indexOf(frameEnd, this.#from);
      end !== -1;
      end = this.#text.indexOf(frameEnd, this.#from)
    ) {
      this.#from = end + frameEnd.length;
      this.waitsMs.push(Math.round(nowMs - this.#lastMs));
      this.#lastMs = nowMs;
    }
  }

  /** False once there was more than is kept. */
  get isWhole(): boolean {
    return this.#bytes <= this.#most;
  }

  get text(): string {
    return this.#text;
  }
}

/** The events of a stream, each with the blank line behind it; the last one may be incomplete. */
export function framesOf(text: string): string[] {
  return text.split(/(?<=\n\n)/);
}

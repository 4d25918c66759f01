import { GatewayError } from "../../errors.ts";

/** Longer than the time that the primary process waits for any worker. */
const patienceMs = 3000;

/** Questions to the primary process that are not answered yet. */
export class Waiting<Answer> {
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #what: string;
  #count = 0;

  constructor(what: string) {
    this.#what = what;
  }

  answered(number: number, answer: Answer): void {
    this.#waiting.get(number)?.(answer);
  }

  async ask(send: (number: number) => void): Promise<Answer> {
    this.#count += 1;
    const number = this.#count;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const late = new GatewayError("unavailable", { message: `The ${this.#what} are late.` });
    const impatience = setTimeout(() => reject(late), patienceMs);
    this.#waiting.set(number, resolve);
    send(number);
    try {
      return await promise;
    } finally {
      clearTimeout(impatience);
      this.#waiting.delete(number);
    }
  }
}

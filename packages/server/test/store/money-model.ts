import { calendarDay } from "@portico/core/rules/calendar";
import type { LimitReset } from "../../src/store/ports/keys.ts";
import type { AdmissionVerdict, AdmitRequest } from "../../src/store/ports/money.ts";

export const hourMs = 3_600_000;

type State = "held" | "settled" | "released" | "abandoned" | "refunded" | "cancelled";

export interface ModelRequest {
  readonly request: AdmitRequest;
  readonly held: number;
  state: State;
  charged: number;
  chargedDay: number;
}

/** One key's money in the simplest form: every sum is computed from all requests. */
export class MoneyModel {
  readonly requests: ModelRequest[] = [];
  readonly #reset: LimitReset | null;
  nowMs: number;
  limit: number | null = 300;
  isDisabled = false;
  /** The last day of a hold or charge: it never goes back. */
  #day = 0;

  constructor(reset: LimitReset | null, nowMs: number) {
    this.#reset = reset;
    this.nowMs = nowMs;
  }

  held(): number {
    return this.#sum(({ state, held }) => (state === "held" ? held : 0));
  }

  usage(): number {
    return this.#sum(({ charged }) => charged);
  }

  /** The gate's answer for a request of this size. */
  gate(request: AdmitRequest): Partial<AdmissionVerdict> {
    return this.#refuse(request, this.#left()) ?? { outcome: "admitted", heldNanousd: 0 };
  }

  admit(request: AdmitRequest): Partial<AdmissionVerdict> {
    const day = this.#today();
    const left = this.#left();
    const refusal = this.#refuse(request, left);
    if (refusal !== null) return refusal;
    const wanted = Math.max(request.desiredNanousd, request.minimumNanousd);
    const held = Math.min(wanted, Math.max(left ?? wanted, 0));
    this.requests.push({ request, held, state: "held", charged: 0, chargedDay: 0 });
    this.#day = day;
    return { outcome: "admitted", heldNanousd: held };
  }

  #left(): number | null {
    return this.limit === null ? null : this.limit - this.#spentOn(this.#today()) - this.held();
  }

  #refuse({ minimumNanousd }: AdmitRequest, left: number | null): Partial<AdmissionVerdict> | null {
    if (this.isDisabled) return { outcome: "unauthenticated", reason: "disabled" };
    if (left === null || minimumNanousd === 0 || left >= minimumNanousd) return null;
    return { outcome: "outOfCredits", of: "key", remainingNanousd: Math.max(left, 0) };
  }

  /** Settles, and corrects an abandoned request; a settled one stays. */
  settle(found: ModelRequest, state: "settled" | "released", cost: number): void {
    if (found.state !== "held" && found.state !== "abandoned") return;
    this.#charge(found, Math.min(cost, found.held));
    found.state = state;
  }

  cancel(found: ModelRequest): void {
    if (found.state === "held") found.state = "cancelled";
  }

  abandon(found: ModelRequest): void {
    if (found.state !== "held") return;
    this.#charge(found, found.held);
    found.state = "abandoned";
  }

  refund(found: ModelRequest): boolean {
    if (found.state !== "abandoned") return false;
    found.state = "refunded";
    found.charged = 0;
    return true;
  }

  /** An abandoned request was charged on that day, and stays on it when it is corrected. */
  #charge(found: ModelRequest, nanousd: number): void {
    this.#day = this.#today();
    if (found.state === "held") found.chargedDay = this.#day;
    found.charged = nanousd;
  }

  #today(): number {
    return Math.max(this.#day, calendarDay(this.nowMs).day);
  }

  #spentOn(day: number): number {
    const { weekStart, monthStart } = calendarDay(day * 24 * hourMs);
    const firsts = { daily: day, weekly: weekStart, monthly: monthStart };
    const first = this.#reset === null ? 0 : firsts[this.#reset];
    return this.#sum(({ charged, chargedDay }) => (chargedDay >= first ? charged : 0));
  }

  #sum(of: (request: ModelRequest) => number): number {
    return this.requests.reduce((sum, request) => sum + of(request), 0);
  }
}

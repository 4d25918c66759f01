import type { AdmitRequest } from "../../src/store/ports/money.ts";

type Subject = "workspace" | "eachEndUser" | "endUserA";
type State = "held" | "settled" | "cancelled" | "abandoned" | "refunded";

export interface ModelRequest {
  readonly request: AdmitRequest;
  held: number;
  charged: number;
  state: State;
}

/** One workspace's budgets in the simplest form: every sum is computed from all requests. */
export class BudgetModel {
  readonly requests: ModelRequest[] = [];
  readonly limits = new Map<Subject, number>();

  /** Whether the request is admitted. */
  admit(request: AdmitRequest): boolean {
    const amount = request.minimumNanousd;
    const isAdmitted = amount === 0 || amount <= this.#leftFor(request.endUser ?? null);
    if (isAdmitted) this.requests.push({ request, held: amount, charged: 0, state: "held" });
    return isAdmitted;
  }

  settle(found: ModelRequest, cost: number): void {
    const most = found.request.minimumNanousd;
    if (found.state === "held" || found.state === "abandoned")
      close(found, Math.min(cost, most), "settled");
  }

  cancel(found: ModelRequest): void {
    if (found.state === "held") close(found, 0, "cancelled");
  }

  abandon(found: ModelRequest): void {
    if (found.state === "held") close(found, found.held, "abandoned");
  }

  refund(found: ModelRequest): void {
    if (found.state === "abandoned") close(found, 0, "refunded");
  }

  held(of: (request: AdmitRequest) => boolean = () => true): number {
    return this.#sum(of, ({ held }) => held);
  }

  spent(of: (request: AdmitRequest) => boolean = () => true): number {
    return this.#sum(of, ({ charged }) => charged);
  }

  #leftFor(endUser: string | null): number {
    const whole = this.#left(this.limits.get("workspace"), () => true);
    if (endUser === null) return whole;
    const named = endUser === "a" ? this.limits.get("endUserA") : undefined;
    const own = named ?? this.limits.get("eachEndUser");
    return Math.min(
      whole,
      this.#left(own, (request) => request.endUser === endUser),
    );
  }

  #left(limit: number | undefined, of: (request: AdmitRequest) => boolean): number {
    return limit === undefined ? Number.POSITIVE_INFINITY : limit - this.held(of) - this.spent(of);
  }

  #sum(of: (request: AdmitRequest) => boolean, amount: (each: ModelRequest) => number): number {
    return this.requests
      .filter(({ request }) => of(request))
      .reduce((sum, each) => sum + amount(each), 0);
  }
}

function close(found: ModelRequest, charged: number, state: State): void {
  found.held = 0;
  found.charged = charged;
  found.state = state;
}

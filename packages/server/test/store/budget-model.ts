import type { AdmitRequest } from "../../src/store/ports/money.ts";

type Subject = "workspace" | "eachEndUser" | "endUserA" | "eachProject" | "projectA";
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
    const isAdmitted = amount === 0 || amount <= this.#leftFor(request);
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

  #leftFor(asked: AdmitRequest): number {
    return Math.min(
      this.#left(this.limits.get("workspace"), () => true),
      this.#leftOfOne(asked, ({ endUser }) => endUser ?? null, ["endUserA", "eachEndUser"]),
      this.#leftOfOne(asked, projectOf, ["projectA", "eachProject"]),
    );
  }

  #leftOfOne(
    asked: AdmitRequest,
    nameOf: (request: AdmitRequest) => string | null,
    [ofA, ofEach]: readonly [Subject, Subject],
  ): number {
    const name = nameOf(asked);
    if (name === null) return Number.POSITIVE_INFINITY;
    const own = (name === "a" ? this.limits.get(ofA) : undefined) ?? this.limits.get(ofEach);
    return this.#left(own, (request) => nameOf(request) === name);
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

export function projectOf({ about }: AdmitRequest): string | null {
  return about?.tags?.["project"] ?? null;
}

function close(found: ModelRequest, charged: number, state: State): void {
  found.held = 0;
  found.charged = charged;
  found.state = state;
}

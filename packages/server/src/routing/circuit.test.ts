import { runsOf } from "@portico/test-support/proof";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCircuit, type Permit } from "./circuit.ts";

const options = { failuresToOpen: 3, openMs: 100 };

function circuitAt(clock: { nowMs: number }) {
  return createCircuit({ ...options, nowMs: () => clock.nowMs });
}

/** A simple reference machine. It shares no code with the circuit. */
class Reference {
  state: "closed" | "open" = "closed";
  failures = 0;
  openedAt = 0;
  era = 0;
  probe: object | null = null;
  probedAt = 0;

  phase(now: number): "closed" | "open" | "halfOpen" {
    if (this.state === "closed") return "closed";
    return now >= this.openedAt + options.openMs ? "halfOpen" : "open";
  }

  acquire(now: number): { era: number } | null {
    const permit = { era: this.era };
    if (this.phase(now) === "closed") return permit;
    if (this.phase(now) === "open") return null;
    if (this.probe !== null && now < this.probedAt + options.openMs) return null;
    this.probe = permit;
    this.probedAt = now;
    return permit;
  }

  end(permit: { era: number }, outcome: "succeed" | "fail" | "release", now: number): void {
    if (permit.era !== this.era) return;
    if (this.probe === permit) this.probe = null;
    if (outcome === "succeed") {
      this.failures = 0;
      if (this.state === "open") this.turn("closed", now);
    }
    if (outcome === "fail") {
      this.failures += 1;
      if (this.state === "open" || this.failures === options.failuresToOpen) this.turn("open", now);
    }
  }

  turn(state: "closed" | "open", now: number): void {
    this.state = state;
    this.openedAt = now;
    this.failures = 0;
    this.probe = null;
    this.era += 1;
  }
}

/** Weighted so that permits outlive an opening: their reports must then be ignored. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("acquire" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("succeed" as const, "fail" as const, "fail" as const, "release" as const),
      which: fc.nat(5),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(1, 50, 100) }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function followTrace(steps: readonly Step[]): void {
  const clock = { nowMs: 0 };
  const circuit = circuitAt(clock);
  const reference = new Reference();
  const open: { real: Permit; model: { era: number } }[] = [];
  const acquire = () => {
    const real = circuit.tryAcquire("a");
    const model = reference.acquire(clock.nowMs);
    expect(real === null).toBe(model === null);
    if (real !== null && model !== null) open.push({ real, model });
  };
  const end = (how: "succeed" | "fail" | "release", which: number) => {
    const [permit] = open.splice(which % Math.max(open.length, 1), 1);
    permit?.real[how]();
    if (permit !== undefined) reference.end(permit.model, how, clock.nowMs);
  };
  for (const action of steps) {
    if (action.do === "wait") clock.nowMs += action.ms;
    else if (action.do === "acquire") acquire();
    else end(action.do, action.which);
    expect(circuit.state("a")).toBe(reference.phase(clock.nowMs));
  }
}

describe("the circuit", () => {
  it("the circuit behaves like the reference machine, in any trace", () => {
    fc.assert(fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), followTrace), {
      numRuns: runsOf(10_000, 5),
    });
  });

  it("exactly one request tries an endpoint again after `openMs`", () => {
    const clock = { nowMs: 0 };
    const circuit = circuitAt(clock);
    for (let failure = 0; failure < 3; failure += 1) circuit.tryAcquire("a")?.fail();
    expect(circuit.tryAcquire("a")).toBeNull();
    clock.nowMs = 100;
    const admitted = Array.from({ length: 50 }, () => circuit.tryAcquire("a"));
    expect(admitted.filter((permit) => permit !== null)).toHaveLength(1);
  });

  it("another request may try the endpoint when the first takes longer than `openMs`", () => {
    const clock = { nowMs: 0 };
    const circuit = circuitAt(clock);
    for (let failure = 0; failure < 3; failure += 1) circuit.tryAcquire("a")?.fail();
    clock.nowMs = 100;
    const slow = circuit.tryAcquire("a");
    clock.nowMs = 199;
    expect(circuit.tryAcquire("a")).toBeNull();
    clock.nowMs = 200;
    circuit.tryAcquire("a")?.succeed();
    expect(circuit.state("a")).toBe("closed");
    slow?.fail();
    expect(circuit.state("a"), "it began before that was known").toBe("closed");
  });

  it("the next request may try the endpoint when the caller of the first leaves", () => {
    const clock = { nowMs: 0 };
    const circuit = circuitAt(clock);
    for (let failure = 0; failure < 3; failure += 1) circuit.tryAcquire("a")?.fail();
    clock.nowMs = 100;
    circuit.tryAcquire("a")?.release();
    expect(circuit.tryAcquire("a")).not.toBeNull();
  });

  it("openedAtMs says since when the circuit is open, counted from the last failure", () => {
    const clock = { nowMs: 0 };
    const circuit = circuitAt(clock);
    expect(circuit.openedAtMs("a")).toBeNull();
    for (let failure = 0; failure < 3; failure += 1) circuit.tryAcquire("a")?.fail();
    expect(circuit.openedAtMs("a")).toBe(0);
    clock.nowMs = 10;
    circuit.force("a").fail();
    expect(circuit.openedAtMs("a")).toBe(10);
  });

  it("the circuit closes at once when a forced request succeeds", () => {
    const clock = { nowMs: 0 };
    const circuit = circuitAt(clock);
    for (let failure = 0; failure < 3; failure += 1) circuit.tryAcquire("a")?.fail();
    circuit.force("a").succeed();
    expect(circuit.state("a")).toBe("closed");
  });

  it("a permit counts once, however often it reports", () => {
    const circuit = circuitAt({ nowMs: 0 });
    const permit = circuit.tryAcquire("a");
    for (let told = 0; told < 5; told += 1) permit?.fail();
    expect(circuit.state("a")).toBe("closed");
  });
});

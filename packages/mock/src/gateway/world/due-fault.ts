import type { FaultName } from "../rehearsal.ts";
import type { World } from "./world.ts";

/** The fault that the next call of an operation meets in this world, and has then met. */
export function takeFault(world: World, operationId: string): FaultName | null {
  const due = world.data.faults.find((fault) => fault.operationId === operationId);
  if (due === undefined) return null;
  if (due.times !== null) {
    due.times -= 1;
    if (due.times === 0) world.data.faults = world.data.faults.filter((fault) => fault !== due);
    world.touch();
  }
  return due.fault;
}

import { expect, it } from "vitest";
import { StoreBusy, StoreUnavailable } from "../ports/errors.ts";
import { createPlaces } from "./places.ts";

it("places are given to those in line, in their order", async () => {
  const places = createPlaces(1, 60_000);
  const order: string[] = [];
  await places.take();
  const others = ["first", "second"].map((name) => places.take().then(() => order.push(name)));
  expect(order).toEqual([]);
  places.give();
  await others[0];
  expect(order).toEqual(["first"]);
  places.give();
  await Promise.all(others);
  expect(order).toEqual(["first", "second"]);
});

it("a place that does not become free in time says that this process is busy, not that the database is away", async () => {
  const places = createPlaces(2, 10);
  await places.take();
  await places.take();
  const refused = places.take();
  await expect(refused).rejects.toThrow(StoreBusy);
  await expect(refused).rejects.toThrow(
    "All 2 connections of this process to PostgreSQL stayed in use by other requests for 10 ms.",
  );
  places.give();
  await places.take();
});

it("those in line are refused together when the database is away", async () => {
  const places = createPlaces(1, 60_000);
  await places.take();
  const others = [places.take(), places.take()];
  places.refuseAll(new StoreUnavailable("gone"));
  for (const other of others) await expect(other).rejects.toThrow("gone");
  places.give();
  await places.take();
});

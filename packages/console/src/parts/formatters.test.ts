import { expect, it } from "vitest";
import { dates, numbers } from "./formatters.ts";

it("makes a formatter once for the same locale and options", () => {
  expect(numbers("en-US", { style: "percent" })).toBe(numbers("en-US", { style: "percent" }));
  expect(dates("en-GB", { timeZone: "UTC" })).toBe(dates("en-GB", { timeZone: "UTC" }));
});

it("makes another for another locale or other options", () => {
  const percent = numbers("en-US", { style: "percent" });
  expect(numbers("en-GB", { style: "percent" })).not.toBe(percent);
  expect(numbers("en-US", { style: "decimal" }).format(0.5)).toBe("0.5");
  expect(percent.format(0.5)).toBe("50%");
});

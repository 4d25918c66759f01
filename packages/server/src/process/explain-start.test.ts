import { expect, it } from "vitest";
import { explainStart } from "./explain-start.ts";

const settings = { host: "10.9.9.9", port: 8787, metricsPort: 9464, dataFolder: "/data" };
const failure = (code: string, syscall: string, more: object = {}) =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall, ...more });

it.each([
  [failure("EADDRINUSE", "listen", { port: 8787 }), "Port 8787 is in use", "set PORT to"],
  // Several processes bind through the first one.
  [failure("EADDRINUSE", "bind", { port: 8787 }), "Port 8787 is in use", "set PORT to"],
  [failure("EADDRINUSE", "listen", { port: 9464 }), "Port 9464 is in use", "set METRICS_PORT to"],
  [failure("EACCES", "bind", { port: 9464 }), "Port 9464 may not", "Set METRICS_PORT to"],
  [failure("EADDRNOTAVAIL", "listen", { port: 8787 }), "HOST is 10.9.9.9", "0.0.0.0 for all"],
  [failure("ENOTFOUND", "getaddrinfo"), "HOST is 10.9.9.9", "0.0.0.0 for all"],
  [failure("ENOSPC", "write"), "/data cannot be used: its disk is full", "Make room"],
])("names the setting that has failed the start, and what to do: %s", (error, start, advice) => {
  const told = explainStart(error, settings);
  expect(told).toMatch(new RegExp(`^${start}`));
  expect(told).toContain(advice);
});

it("says so where both ports are the same", () => {
  const both = { ...settings, port: 9464 };
  expect(explainStart(failure("EADDRINUSE", "listen", { port: 9464 }), both)).toContain(
    "PORT and METRICS_PORT are both 9464",
  );
});

it("keeps the stack of an error that no setting corrects", () => {
  expect(explainStart(new Error("a defect"), settings)).toMatch(/^Error: a defect\n\s+at /);
});

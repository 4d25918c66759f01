import { resolve } from "node:path";
import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

it("needs no setting", () => {
  expect(readConfig({})).toMatchObject({
    host: "127.0.0.1",
    port: 8787,
    dataFolder: resolve("data"),
    databaseUrl: null,
    databaseReadUrl: null,
    secret: null,
    isConfigurationRequired: false,
    logLevel: "info",
    otlpEndpoint: null,
    workers: 1,
  });
});

it.each([
  [{ PORT: "80a" }, "PORT must be a whole number from 0 to 65535"],
  [{ PORT: "70000" }, "PORT must be a whole number from 0 to 65535"],
  [{ PORTICO_LOG_LEVEL: "loud" }, "PORTICO_LOG_LEVEL must be one of"],
  [{ DATABASE_URL: "mysql://a" }, "DATABASE_URL must be a URL like postgres://"],
  [{ DATABASE_URL: "postgres://a,b:c" }, "DATABASE_URL names 2 hosts, but number 2 is no host"],
  [{ DATABASE_READ_URL: "postgres://a" }, "that DATABASE_URL names: set both"],
  [{ DATABASE_READ_URL: "mysql://a" }, "DATABASE_READ_URL must be a URL like postgres://"],
  [{ DATABASE_URL: "postgres://a" }, "PORTICO_SECRET is required with DATABASE_URL"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "here" }, "OTEL_EXPORTER_OTLP_ENDPOINT must be a URL"],
])("says what is wrong with %j", (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message);
});

it("lists every mistake at once, and repeats no password", () => {
  const environment = { PORT: "x", DATABASE_URL: "http://user:hunter2@host" };
  expect(() => readConfig(environment)).toThrow(/PORT[\s\S]*DATABASE_URL/);
  expect(() => readConfig(environment)).not.toThrow(/hunter2/);
});

it("treats an empty variable as absent", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: " " })).toMatchObject({
    port: 8787,
    databaseUrl: null,
    databaseReadUrl: null,
  });
});

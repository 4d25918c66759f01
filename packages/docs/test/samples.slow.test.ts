import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadDocument, operationIds } from "@portico/contract";
import { parseConfiguration } from "@portico/server";
import { isProof } from "@portico/test-support/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withMadeSamples } from "../src/made-samples.ts";
import { withPython } from "../src/python-sample.ts";
import { readOperationSamples, runnableLanguages, type Sample, samplesOf } from "../src/sample.ts";
import { hasPython, runSamples, type SampleResult } from "./run-samples.ts";
import { createSampleFolder, type SampleFolder, typeErrors } from "./sample-folder.ts";
import { gatewayTarget, mockTarget, type SampleTarget } from "./sample-target.ts";

const packageFolder = join(import.meta.dirname, "..");
const guides = readdirSync(join(packageFolder, "guides")).flatMap((name) =>
  samplesOf(readFileSync(join(packageFolder, "guides", name), "utf8"), `guides/${name}`),
);
const operationSamples = readOperationSamples(join(packageFolder, "samples"));
const samples = [...guides, ...[...operationSamples.values()].flat()];
const runnable = withPython(samples).filter(({ attributes }) => "run" in attributes);
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

describe("samples", () => {
  it("run, or say why they do not", () => {
    const silent = samples
      .filter(({ language }) => runnableLanguages.has(language))
      .filter(({ attributes }) => !("run" in attributes) && !attributes["norun"])
      .map(({ place }) => place);
    expect(silent, 'mark these `run`, or give them a norun="reason"').toEqual([]);
  });

  const inBoth = (given: readonly Sample[] = []): boolean =>
    ["bash", "python", "ts"].every((wanted) => given.some(({ language }) => language === wanted));

  it("exist for every operation, in curl, in Python and with the client", () => {
    const published = withMadeSamples(operationSamples, loadDocument());
    expect(operationIds.filter((id) => !inBoth(published.get(id)))).toEqual([]);
    expect(
      [...operationSamples.keys()].filter((id) => !operationIds.includes(id as never)),
    ).toEqual([]);
  });

  it("are made for an operation that was just added", () => {
    const document = loadDocument();
    const { post } = document.paths["/keys"] ?? {};
    document.paths["/badges"] = { ...(post && { post: { ...post, operationId: "createBadge" } }) };
    const made = withMadeSamples(operationSamples, document).get("createBadge");
    expect(inBoth(made)).toBe(true);
    expect(made?.map(({ source }) => source).join()).toContain("/badges");
  });
});

describe("configuration samples", () => {
  const environment = {
    OPENAI_API_KEY: "sk-a-test",
    ANTHROPIC_API_KEY: "sk-another",
    SMTP_PASSWORD: "a password",
    PORTICO_WEBHOOK_SECRET: "a-secret-of-webhooks",
    GUARDRAIL_SECRET: "a-secret-of-the-guardrail",
    OIDC_CLIENT_SECRET: "a-secret-of-the-client",
  };
  /** Files of other programs say whose they are. */
  const yaml = samples.filter(
    ({ language, attributes: { title = "portico.yaml" } }) =>
      language === "yaml" && title === "portico.yaml",
  );
  it.each(yaml.map((sample) => [sample.place, sample] as const))(
    "%s is accepted",
    (_, { source }) => {
      expect(() => parseConfiguration(source, { file: "portico.yaml", environment })).not.toThrow();
    },
  );
});

describe("TypeScript samples", () => {
  let folder: SampleFolder;
  beforeAll(() => {
    folder = createSampleFolder(runnable);
  });
  afterAll(() => folder[Symbol.dispose]());

  it("have no type errors under strict flags", async () => {
    expect(await typeErrors(folder)).toBe("");
  });
});

describe.each([
  { name: "the gateway", start: gatewayTarget, exempt: "not-on-gateway" },
  ...(isProof ? [{ name: "the mock", start: mockTarget, exempt: "not-on-mock" }] : []),
])("against $name", ({ start, exempt }) => {
  const chosen = runnable.filter(({ attributes }) => !attributes[exempt]);
  const shell = chosen.filter(({ language }) => language === "bash");
  const python = chosen.filter(({ language }) => language === "python");
  const script = chosen.filter(({ language }) => language === "ts");
  let target: SampleTarget;
  let folder: SampleFolder;
  let results: Map<string, SampleResult>;

  beforeAll(async () => {
    folder = createSampleFolder(script);
    target = await start();
    results = await runSamples(hasCurl ? chosen : [...python, ...script], folder, target);
  });
  afterAll(async () => {
    await target[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  it("has what the samples name by a variable", () => {
    const text = chosen.map(({ source }) => source).join("\n");
    const named = new Set(
      [...text.matchAll(/process\.env\.([A-Z_]+)|environ\['([A-Z_]+)|\$\{?([A-Z_]+)/g)].map(
        ([, ts, py, sh]) => ts ?? py ?? sh,
      ),
    );
    const given = [
      ...Object.keys(target.environment),
      ...Object.keys(target.things),
      // The shell has it.
      "RANDOM",
    ];
    expect([...named].filter((name) => !given.includes(name ?? ""))).toEqual([]);
  });

  it.runIf(exempt === "not-on-gateway")("refuses as the guide to errors shows it", async () => {
    const shown = guides.find(({ place, source }) => /errors/.test(place) && /acme/.test(source));
    const { PORTICO_BASE_URL: url, PORTICO_API_KEY: key } = target.environment;
    const reply = await fetch(`${url}/responses`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ model: "acme/unknown", input: "Hello" }),
    });
    const example = JSON.parse(shown?.source ?? "{}");
    const { request_id } = example.service_metadata;
    const real = await reply.json();
    expect(real.service_metadata.request_id).toMatch(/^req-[\w-]+$/);
    expect({ ...real, service_metadata: { request_id } }).toEqual(example);
  });

  const succeeds = ({ place }: Sample): void => {
    const { error, output } = results.get(place) ?? { error: "It was not run.", output: "" };
    expect(error).toBeNull();
    expect(output.trim(), "a sample that prints nothing shows nothing").not.toBe("");
  };
  it.each(script.map((sample) => [sample.place, sample] as const))("%s works", (_, sample) => {
    succeeds(sample);
  });
  describe.skipIf(!hasPython)(
    `in Python${hasPython ? "" : " (skipped: there is no python3 with requests here)"}`,
    () => {
      it.each(python.map((sample) => [sample.place, sample] as const))("%s works", (_, sample) => {
        succeeds(sample);
      });
    },
  );
  describe.skipIf(!hasCurl)(
    `with curl${hasCurl ? "" : " (skipped: there is no curl here)"}`,
    () => {
      it.each(shell.map((sample) => [sample.place, sample] as const))("%s works", (_, sample) => {
        succeeds(sample);
      });
    },
  );
});

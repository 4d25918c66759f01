import { execSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { parseConfiguration } from "../src/index.ts";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const { verbs } = await import(pathToFileURL(join(root, "scripts/bootstrap/verbs.mjs")).href);
const manifests = parseAllDocuments(read("deploy/kubernetes/portico.yaml"));
const byKind = new Map(manifests.map((document) => [document.get("kind"), document.toJS()]));

it("has Kubernetes manifests that parse and belong together", () => {
  expect(manifests.flatMap(({ errors }) => errors)).toEqual([]);
  expect([...byKind.keys()]).toEqual([
    "Deployment",
    "Service",
    "NetworkPolicy",
    "PodDisruptionBudget",
    "HorizontalPodAutoscaler",
  ]);
  const { spec } = byKind.get("Deployment");
  const labels = spec.template.metadata.labels;
  expect(spec.selector.matchLabels).toEqual(labels);
  expect(byKind.get("Service").spec.selector).toEqual(labels);
  expect(byKind.get("PodDisruptionBudget").spec.selector.matchLabels).toEqual(labels);
  expect(byKind.get("HorizontalPodAutoscaler").spec.scaleTargetRef.name).toBe(
    byKind.get("Deployment").metadata.name,
  );
});

it("gives the gateway more time to leave than its pause and its drain take", () => {
  const { spec } = byKind.get("Deployment").spec.template;
  const [container] = spec.containers;
  const { limits } = parseConfiguration("", { file: null, environment: {} });
  const endingSeconds = 15;
  const settleSeconds = 10;
  const leastSeconds = limits.drainMs / 1000 + endingSeconds + settleSeconds;
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(
    container.lifecycle.preStop.sleep.seconds + leastSeconds,
  );
  const { stop_grace_period: compose } = parse(read("deploy/compose.yaml")).services.gateway;
  const unit = /^TimeoutStopSec=(\d+)$/m.exec(read("deploy/systemd/portico.service"))?.[1];
  for (const given of [compose, `${unit}s`]) {
    expect(given).toMatch(/^\d+s$/);
    expect(Number.parseInt(given, 10)).toBeGreaterThan(leastSeconds);
  }
});

it("runs without privileges, and can write only to its data", () => {
  const { spec } = byKind.get("Deployment").spec.template;
  const [container] = spec.containers;
  expect(spec.securityContext.runAsNonRoot).toBe(true);
  expect(container.securityContext).toMatchObject({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  const { gateway } = parse(read("deploy/compose.yaml")).services;
  expect(gateway).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
  expect(read("deploy/Dockerfile")).toMatch(/^USER node$/m);
  expect(read("deploy/systemd/portico.service")).toMatch(/^ProtectSystem=strict$/m);
});

it("starts a program that is there, on the pinned version of Node", () => {
  const dockerfile = read("deploy/Dockerfile");
  const pinned = read(".node-version").trim().replace(/^v/, "");
  const bases = [
    ...dockerfile.matchAll(/^FROM node:([\d.]+)-bookworm-slim@(sha256:[0-9a-f]{64})/gm),
  ];
  expect(bases.map(([, version]) => version)).toEqual([pinned, pinned]);
  expect(new Set(bases.map(([, , digest]) => digest)).size).toBe(1);
  expect(dockerfile).toMatch(/^ENTRYPOINT \["sh", "deploy\/entrypoint.sh"\]$/m);
  expect(dockerfile).toMatch(/^COPY .*deploy\/entrypoint.sh \/portico\/deploy\/$/m);
});

describe("the entry point of the image", () => {
  const environment = (data: string) => ({
    ...{ PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, PORT: "0", PORTICO_DATA: data },
    ...{ PORTICO_LOG_LEVEL: "silent", PORTICO_CONFIG: join(data, "portico.yaml") },
  });
  let data: string;
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), "portico-image-"));
    writeFileSync(join(data, "portico.yaml"), "");
  });
  afterEach(() => rmSync(data, { recursive: true, force: true }));
  // With the dumps that the machine allows: the shell of a developer has none by default.
  const entrypoint = 'ulimit -c "$(ulimit -Hc)"; exec sh deploy/entrypoint.sh "$@"';
  const start = (...parameters: readonly string[]) =>
    spawn("sh", ["-c", entrypoint, "sh", ...parameters], {
      cwd: root,
      env: environment(data),
      stdio: ["ignore", "pipe", "inherit"],
    });

  it("runs the gateway, which hears of the signal to stop, and with arguments the command line", async () => {
    const [bundling = ""] =
      /node scripts\/publish\/\S+ \S+$/m.exec(read("deploy/Dockerfile")) ?? [];
    execSync(bundling, { cwd: root, env: environment(data) });
    const gateway = start();
    const ended = once(gateway, "exit");
    let said = "";
    gateway.stdout.setEncoding("utf8").on("data", (chunk) => (said += chunk));
    await expect.poll(() => said).toContain("Portico is listening");
    // Of Linux, where the image runs: a dump of the process would hold the master key.
    if (process.platform === "linux")
      expect(readFileSync(`/proc/${gateway.pid}/limits`, "utf8")).toMatch(/core file size +0 +0 /);
    // In the running container, beside the gateway.
    const made = start("keys", "create", "--name", "first", "--local");
    expect(await text(made.stdout)).toMatch(/\bptc_\w+/);
    expect(await text(start("keys", "list", "--help").stdout)).toContain("keys list");
    // The shell has made way for the gateway: what the image's process is sent is the gateway's own.
    gateway.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });
});

it("names a configuration only where the file is sure to be there, because a named one that is missing stops the start", () => {
  const [container] = byKind.get("Deployment").spec.template.spec.containers;
  const { volumes } = byKind.get("Deployment").spec.template.spec;
  const named = container.env.find(({ name }: { name: string }) => name === "PORTICO_CONFIG").value;
  const mount = container.volumeMounts.find(
    ({ name }: { name: string }) => name === "configuration",
  );
  expect(dirname(named)).toBe(mount.mountPath);
  const volume = volumes.find(({ name }: { name: string }) => name === "configuration");
  expect(volume.configMap).toEqual({ name: "portico" });
  // The map that the manifests ask for may hold an empty file.
  expect(() => parseConfiguration("", { file: "portico.yaml", environment: {} })).not.toThrow();
  const unit = read("deploy/systemd/portico.service");
  expect(unit).not.toMatch(/^Environment=.*PORTICO_CONFIG/m);
  expect(unit).toMatch(/^EnvironmentFile=-/m);
});

it("starts as a service of systemd on any Node that the project can be set up with", () => {
  const unit = read("deploy/systemd/portico.service");
  const [, script = "", verb = ""] = /^ExecStart=\/usr\/bin\/node (\S+) (\S+)$/m.exec(unit) ?? [];
  // This one runs on any Node, and starts the gateway on the pinned one, whose path changes with its version.
  expect(script).toBe("scripts/run.mjs");
  expect(read(script)).toContain("const oldest = 20;");
  expect(verbs[verb]?.command).toEqual(["packages/server/src/main.ts"]);
  // It passes SIGTERM on; systemd may not send the gateway a second one, which would cut the drain short.
  expect(unit).toMatch(/^KillMode=mixed$/m);
  expect(unit).toMatch(/^LimitCORE=0$/m);
});

it("names every base image by its digest, so that a moved tag has no effect", () => {
  const stages = ["install", "sites"];
  const bases = [...read("deploy/Dockerfile").matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  for (const base of bases)
    if (!stages.includes(base ?? "")) expect(base).toMatch(/@sha256:[0-9a-f]{64}$/);
  const { services } = parse(read("deploy/compose.yaml"));
  expect(services.database.image).toMatch(/@sha256:[0-9a-f]{64}$/);
});

it("publishes neither metrics nor readiness with the API", () => {
  const { spec } = byKind.get("Deployment").spec.template;
  const [container] = spec.containers;
  const port = container.env.find(({ name }: { name: string }) => name === "METRICS_PORT").value;
  expect(container.ports).toContainEqual({ name: "operator", containerPort: Number(port) });
  expect(container.readinessProbe.httpGet.port).toBe("operator");
  expect(byKind.get("Service").spec.ports).toEqual([
    { name: "http", port: 80, targetPort: "http" },
  ]);
  const [api, operator] = byKind.get("NetworkPolicy").spec.ingress;
  expect(api).toEqual({ ports: [{ port: "http" }] });
  expect(operator.from).toHaveLength(1);
  const { gateway } = parse(read("deploy/compose.yaml")).services;
  expect(gateway.ports).toEqual(["127.0.0.1:8787:8787"]);
  expect(gateway.environment.METRICS_PORT).toBeDefined();
});

it("compares pnpm with the hash that the set-up knows before the image is built with it", () => {
  const [, hash = "", name] =
    /echo "([0-9a-f]{128}) {2}(pnpm-[\d.]+)\.tgz"/.exec(read("deploy/Dockerfile")) ?? [];
  const hashes: Readonly<Record<string, string>> = JSON.parse(
    read("scripts/bootstrap/toolchain-hashes.json"),
  );
  const known = hashes[`${name?.replace("pnpm-", "pnpm@")}`];
  expect(`sha512-${Buffer.from(hash, "hex").toString("base64")}`).toBe(known);
  expect(JSON.parse(read("package.json")).packageManager).toBe(name?.replace("pnpm-", "pnpm@"));
});

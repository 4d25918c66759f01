import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const manifests = parseAllDocuments(read("deploy/kubernetes/portico.yaml"));
const byKind = new Map(manifests.map((document) => [document.get("kind"), document.toJS()]));

it("has Kubernetes manifests that parse and belong together", () => {
  expect(manifests.flatMap(({ errors }) => errors)).toEqual([]);
  expect([...byKind.keys()]).toEqual([
    "Deployment",
    "Service",
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

it("gives a pod more time to leave than its pause and its drain take", () => {
  const { spec } = byKind.get("Deployment").spec.template;
  const [container] = spec.containers;
  const drainSeconds = 30;
  const settleSeconds = 10;
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(
    container.lifecycle.preStop.sleep.seconds + drainSeconds + settleSeconds,
  );
});

it("runs as nobody in particular, with nothing to write on but its data", () => {
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
  for (const [, version] of dockerfile.matchAll(/^FROM node:([\d.]+)/gm))
    expect(version).toBe(pinned);
  const entry = "packages/server/src/main.ts";
  expect(dockerfile).toMatch(new RegExp(`^ENTRYPOINT \\["node", .*"${entry}"\\]$`, "m"));
  expect(read("deploy/systemd/portico.service")).toContain(entry);
  expect(read(entry)).not.toBe("");
});

it("brings the documentation along, in the place from where it is served", () => {
  const dockerfile = read("deploy/Dockerfile");
  const site = "packages/docs/site";
  expect(read("packages/server/src/http/pages.ts")).toContain(site.replace("packages", "../../.."));
  expect(dockerfile).toContain("RUN node packages/docs/src/build.ts");
  expect(dockerfile).toMatch(
    new RegExp(`^COPY --from=docs .* /portico/${site} /portico/${site}$`, "m"),
  );
});

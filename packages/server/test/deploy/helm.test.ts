import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";

const deploy = join(import.meta.dirname, "../../../../deploy");
const chart = join(deploy, "helm/portico");
const read = (path: string): string => readFileSync(join(chart, path), "utf8");
const templates = readdirSync(join(chart, "templates")).map((name) =>
  read(join("templates", name)),
);
const values = parse(read("values.yaml"));

/** `.Values.image.tag` in the templates. */
const used = new Set(
  templates.flatMap((text) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path)),
);

/** `image.tag`, as values.yaml has it; what is handed on as a whole counts as one. */
function leaves(value: unknown, at: string): string[] {
  if (used.has(at) || typeof value !== "object" || value === null) return [at];
  return Object.entries(value).flatMap(([name, one]) => leaves(one, at ? `${at}.${name}` : name));
}

/**
 * The manifests, with a text in place of each value and every condition true. Helm does more; its own rendering is not tested
 * here, as there is no Helm.
 */
function manifests(): Manifest[] {
  return templates.flatMap((text) => {
    const lines = text
      .split("\n")
      .filter((line) => !/^\s*\{\{-? *(?:if|end|else)\b.*\}\}\s*$/.test(line));
    const filled = lines.join("\n").replace(/\{\{.*?\}\}/g, "filled");
    return parseAllDocuments(filled).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as Manifest;
    });
  });
}

interface Manifest {
  readonly kind: string;
  readonly spec: {
    readonly template?: { readonly spec: { readonly containers: readonly object[] } };
  };
}

describe("the Helm chart", () => {
  it("uses each of its values, and no other", () => {
    expect(leaves(values, "").toSorted()).toEqual([...used].toSorted());
  });

  it("closes each condition that it opens", () => {
    for (const text of templates)
      expect(text.match(/\{\{-? *if\b/g)?.length ?? 0).toBe(
        text.match(/\{\{-? *end\b/g)?.length ?? 0,
      );
  });

  it("has the manifests of deploy/kubernetes, and the file that those expect", () => {
    const plain = parseAllDocuments(readFileSync(join(deploy, "kubernetes/portico.yaml"), "utf8"));
    const kinds = plain.map((document) => (document.toJS() as Manifest).kind);
    expect(
      manifests()
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual([...kinds, "ConfigMap"].toSorted());
  });

  it("probes, limits and ends a pod as deploy/kubernetes does", () => {
    const [plain] = parseAllDocuments(
      readFileSync(join(deploy, "kubernetes/portico.yaml"), "utf8"),
    );
    const containerOf = ({ spec }: Manifest) => spec.template?.spec.containers[0];
    const deployment = manifests().find(({ kind }) => kind === "Deployment");
    const alike = [
      "ports",
      "env",
      "volumeMounts",
      "startupProbe",
      "readinessProbe",
      "livenessProbe",
    ];
    for (const part of [...alike, "lifecycle", "securityContext"])
      expect([part, Reflect.get(Object(deployment && containerOf(deployment)), part)]).toEqual([
        part,
        Reflect.get(Object(containerOf(plain?.toJS() as Manifest)), part),
      ]);
  });
});

import { readFile } from "node:fs/promises";
import { isScalar, parseDocument, visit } from "yaml";
import { fieldsOf } from "../json/json-shape.ts";
import { readJsonReply } from "../upstream/read-reply.ts";
import { createUpstream, type Upstream } from "../upstream/upstream.ts";
import { ConfigurationError } from "./configuration.ts";
import { type Environment, type References, type Referred, vaultReference } from "./references.ts";

/** Vault did not answer. The same text may be usable a moment later. */
export class VaultAway extends ConfigurationError {}

interface Place {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

const limits = { maxBytes: 1024 * 1024, maxValues: 10_000 };
const timeouts = { connectMs: 3_000, firstByteMs: 5_000, idleMs: 5_000, totalMs: 8_000 };

/**
 * Reads what `vault:path#field` stands for in a text, from the KV engine (version 2) of Vault, each path once:
 * https://developer.hashicorp.com/vault/api-docs/secret/kv/kv-v2#read-secret-version. Throws VaultAway.
 */
export async function withVault<Given extends References>(
  text: string,
  references: Given,
  name: string,
): Promise<Given> {
  const wanted = text.includes("vault:") ? vaultReferencesIn(text) : [];
  if (wanted.length === 0) return references;
  const place = await placeOf(references.environment);
  if ("fault" in place) return { ...references, vault: new Map(wanted.map((one) => [one, place])) };
  const upstream = createUpstream({ connectionsPerOrigin: 4 });
  try {
    const paths = Map.groupBy(wanted, (reference) => partsOf(reference).path);
    const read = [...paths].map(async ([path, all]) => {
      const secret = await readSecret(upstream, place, path);
      return all.map((reference) => [reference, fieldOf(secret, partsOf(reference))] as const);
    });
    return { ...references, vault: new Map((await Promise.all(read)).flat()) };
  } catch (cause) {
    throw away(name, cause);
  } finally {
    await upstream.close();
  }
}

function away(name: string, cause: unknown): VaultAway {
  const reason = cause instanceof NoAnswer ? cause.message : "it cannot be reached";
  return new VaultAway(name, [{ message: `Vault (VAULT_ADDR) does not answer: ${reason}.` }], {
    cause,
  });
}

function vaultReferencesIn(text: string): readonly string[] {
  const found = new Set<string>();
  visit(parseDocument(text, { prettyErrors: false }), (key, node) => {
    if (key === "key" || !isScalar(node) || typeof node.value !== "string") return;
    if (vaultReference.test(node.value)) found.add(node.value);
  });
  return [...found];
}

function partsOf(reference: string): { readonly path: string; readonly field: string } {
  const [, path = "", field = ""] = vaultReference.exec(reference) ?? [];
  return { path, field };
}

/** As Vault's own programs read it. A token in a file may change, as an agent renews it. */
async function placeOf(environment: Environment): Promise<Place | { readonly fault: string }> {
  const { VAULT_ADDR: address, VAULT_TOKEN: given, VAULT_TOKEN_FILE: file } = environment;
  if (!address || !URL.canParse(address))
    return { fault: "VAULT_ADDR is not set to the address of Vault." };
  const token = given || (file ? (await readFile(file, "utf8").catch(() => "")).trim() : "");
  if (token === "")
    return {
      fault:
        "There is no token for Vault: set VAULT_TOKEN, or VAULT_TOKEN_FILE to a file with one.",
    };
  const { VAULT_NAMESPACE: namespace } = environment;
  return {
    address: address.replace(/\/+$/, ""),
    headers: {
      "x-vault-token": token,
      "x-vault-request": "true",
      ...(namespace && { "x-vault-namespace": namespace }),
    },
  };
}

/** Its message is ours: Vault's own words may repeat what it was sent. */
class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

type Secret = Readonly<Record<string, unknown>> | { readonly status: number };

async function readSecret(
  upstream: Upstream,
  { address, headers }: Place,
  path: string,
): Promise<Secret> {
  const url = `${address}/v1/${path}`;
  const reply = await upstream.request({
    method: "GET",
    url,
    headers: { ...headers, accept: "application/json", "user-agent": "portico" },
    signal: AbortSignal.timeout(timeouts.totalMs),
    timeouts,
    operatorUrl: url,
  });
  const { status } = reply;
  if (status === 200)
    return fieldsOf(fieldsOf(fieldsOf(await readJsonReply(reply, limits))["data"])["data"]);
  reply.close();
  // Sealed, a standby without a leader, or too much to do.
  if (status >= 500 || status === 429) throw new NoAnswer(`it answered ${status}`);
  return { status };
}

function fieldOf(secret: Secret, { path, field }: ReturnType<typeof partsOf>): Referred {
  if ("status" in secret && typeof secret.status === "number")
    return {
      fault: `Vault answered ${secret.status} for ${path}: it is not there, or VAULT_TOKEN may not read it.`,
    };
  const value = Object.hasOwn(secret, field) ? Reflect.get(secret, field) : undefined;
  return typeof value === "string"
    ? { value }
    : {
        fault: `${path} in Vault has no text "${field}". In version 2 of its KV engine, paths have data/ behind the mount.`,
      };
}

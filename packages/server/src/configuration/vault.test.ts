import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parseConfiguration } from "./load-configuration.ts";
import { VaultAway, withVault } from "./vault.ts";
import { readSent } from "./versions.ts";

const asked: { readonly path: string | undefined; readonly headers: IncomingHttpHeaders }[] = [];
let status = 200;

/** Version 2 of Vault's KV engine, with one secret. */
const vault = createServer((request, response) => {
  asked.push({ path: request.url, headers: request.headers });
  const isAllowed = request.headers["x-vault-token"] === "hvs.token";
  const isThere = request.url === "/v1/secret/data/openai";
  const answer = status === 200 && !isAllowed ? 403 : status === 200 && !isThere ? 404 : status;
  response.writeHead(answer, { "content-type": "application/json" });
  const data = { data: { api_key: "sk-from-vault", other: "sk-other", count: 7 }, metadata: {} };
  response.end(JSON.stringify(answer === 200 ? { data } : { errors: ["hvs.token is odd"] }));
});
let environment: Record<string, string>;

beforeAll(async () => {
  await new Promise<void>((resolve) => vault.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  vault.closeAllConnections();
  vault.close();
});
beforeEach(() => {
  asked.length = 0;
  status = 200;
  const { port } = vault.address() as AddressInfo;
  environment = { VAULT_ADDR: `http://127.0.0.1:${port}/`, VAULT_TOKEN: "hvs.token" };
});

const yamlWith = (reference: string) => `
# vault:secret/data/commented#out
providers: { openai: { api_key: "${reference}", headers: { x-other: vault:secret/data/openai#other } } }
`;
const reference = "vault:secret/data/openai#api_key";

async function parse(yaml: string) {
  const references = await withVault(yaml, { environment }, "portico.yaml");
  return parseConfiguration(yaml, { file: null, ...references });
}

describe("a reference to Vault", () => {
  it("is read with the token and the namespace, each path once", async () => {
    environment["VAULT_NAMESPACE"] = "team";
    const { written } = await parse(yamlWith(reference));
    expect(written.providers?.["openai"]).toMatchObject({
      api_key: "sk-from-vault",
      headers: { "x-other": "sk-other" },
    });
    expect(asked.map(({ path }) => path)).toEqual(["/v1/secret/data/openai"]);
    expect(asked[0]?.headers).toMatchObject({
      "x-vault-token": "hvs.token",
      "x-vault-namespace": "team",
    });
  });

  it("is read with the token of a file, as it is by then", async () => {
    const file = join(await mkdtemp(join(tmpdir(), "portico-vault-")), "token");
    await writeFile(file, "hvs.token\n");
    environment = { VAULT_ADDR: environment["VAULT_ADDR"] ?? "", VAULT_TOKEN_FILE: file };
    expect((await parse(yamlWith(reference))).keylessProviders).not.toContain("openai");
  });

  it("costs nothing where there is none", async () => {
    const given = { environment };
    expect(await withVault("providers: {}", given, "portico.yaml")).toBe(given);
    expect(asked).toEqual([]);
  });

  it.each([
    ["vault:secret/data/absent#api_key", "Vault answered 404 for secret/data/absent"],
    ["vault:secret/data/openai#absent", 'secret/data/openai in Vault has no text "absent"'],
    ["vault:secret/data/openai#count", 'secret/data/openai in Vault has no text "count"'],
    ["vault:secret/data/openai", "write vault:path#field"],
    ["vault:secret/../sys/seal#x", "write vault:path#field"],
  ])("is refused by its name and line: %s", async (wrong, reason) => {
    const refused = parse(yamlWith(wrong));
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.toMatchObject({ problems: [{ line: 3 }] });
  });

  it("is refused without an address or a token, and with a token that may not read it", async () => {
    environment["VAULT_TOKEN"] = "hvs.wrong";
    await expect(parse(yamlWith(reference))).rejects.toThrow("Vault answered 403");
    await expect(parse(yamlWith(reference))).rejects.not.toThrow("hvs.");
    delete environment["VAULT_TOKEN"];
    await expect(parse(yamlWith(reference))).rejects.toThrow("There is no token for Vault");
    delete environment["VAULT_ADDR"];
    await expect(parse(yamlWith(reference))).rejects.toThrow("VAULT_ADDR is not set");
  });

  it("may be usable later where Vault does not answer", async () => {
    status = 503;
    await expect(parse(yamlWith(reference))).rejects.toThrow(VaultAway);
    environment["VAULT_ADDR"] = "http://127.0.0.1:1";
    await expect(parse(yamlWith(reference))).rejects.toThrow("it cannot be reached");
  });

  it("is read in a version that is sent, which cannot have the token itself", async () => {
    const limits = { environment, onlyFolder: "/run/secrets" };
    const sent = await readSent(yamlWith(reference), async () => null, limits);
    expect(sent.written.providers?.["openai"]?.api_key).toBe("sk-from-vault");
    const curious = readSent(yamlWith(`\${VAULT_TOKEN}`), async () => null, limits);
    await expect(curious).rejects.toThrow("VAULT_TOKEN is a setting of the gateway itself");
  });
});

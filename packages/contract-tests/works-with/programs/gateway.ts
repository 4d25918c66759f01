import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startGatewayProcess } from "@portico/test-support/gateway-process";
import type { Connection } from "../test/client.ts";
import { type DialectName, dialects, type Vendors } from "../vendors/vendor.ts";

/** A gateway whose models all are at one vendor. */
export interface VendorGateway extends AsyncDisposable {
  readonly connection: Connection;
}

/** Models of each vendor that the gateway knows to think, and to take pictures. */
const upstreamModels: Readonly<Record<DialectName, string>> = {
  responses: "gpt-5.5",
  chat: "scripted",
  messages: "claude-sonnet-4-5",
  gemini: "gemini-3-pro-preview",
};

export async function startVendorGateway(
  under: string,
  {
    dialect,
    vendors,
    models,
  }: { dialect: DialectName; vendors: Vendors; models: readonly string[] },
): Promise<VendorGateway> {
  const folder = mkdtempSync(join(under, "gateway-"));
  const data = join(folder, "data");
  const endpoint = {
    ...{ provider: "vendor", upstream_model: upstreamModels[dialect] },
    price: { input: "1", output: "1" },
    abilities: { tools: true, images: true, files: true },
  };
  const configuration = {
    providers: {
      vendor: {
        ...dialects[dialect].provider,
        base_url: vendors.urlOf(dialect),
        api_key: "sk-scripted",
        byok: "allow",
      },
    },
    // Two large libraries go on by the names of what they have got.
    kept_responses: { days: 1 },
    models: models.map((id) => ({
      id,
      kind: "text",
      context_length: 200_000,
      endpoints: [endpoint],
    })),
  };
  const file = join(folder, "portico.yaml");
  writeFileSync(file, JSON.stringify(configuration));
  const gateway = await startGatewayProcess(folder, {
    PORTICO_DATA: data,
    PORTICO_CONFIG: file,
    PORTICO_LOG_LEVEL: "silent",
  });
  const keys = JSON.parse(readFileSync(join(data, "bootstrap.json"), "utf8"));
  const url = `${gateway.url}/api/v1`;
  // Tools that run at a vendor are paid by who brings a credential.
  const brought = await fetch(`${url}/byok`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${keys.management_key}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ provider: "vendor", key: "sk-brought" }),
  });
  if (!brought.ok) throw new Error(await brought.text());
  return {
    connection: { url, key: keys.api_key },
    [Symbol.asyncDispose]: async () => void (await gateway.stop()),
  };
}

import { createPortico, type Portico } from "@portico/client";

/** Names that strangers can choose: what is stored here runs in no page of the console. Each sets `window.stolen` if it ran. */
export const payloads = [
  `<script>window.stolen = "script"</script>`,
  `<img src=x onerror="window.stolen='image'">`,
  `"><svg onload="window.stolen='svg'">`,
  `'-(window.stolen='quote')-'`,
  `javascript:window.stolen='link'`,
  `</textarea><script>window.stolen='closed'</script>`,
  "{{window.stolen='braces'}}",
  `<a href="javascript:window.stolen='anchor'">press</a>`,
  "\u202etxet desrever \u200bhidden",
  `=HYPERLINK("https://elsewhere.example","press")`,
] as const;

interface TrafficKeys {
  readonly management: string;
  readonly ordinary: string;
}

/**
 * Everything that the screens show, made by requests to a real gateway: two workspaces, keys, budgets, a credential,
 * answers of several models by every wire, failures, and names that hold stored attacks.
 */
export async function makeTraffic(baseUrl: string, keys: TrafficKeys): Promise<void> {
  const operator = createPortico({ baseUrl, apiKey: keys.management });
  const secrets = [keys.ordinary, ...(await makeRecords(operator))];
  for (const [index, apiKey] of secrets.entries()) {
    const title = payloads[index % payloads.length] ?? "";
    await callModels(createPortico({ baseUrl, apiKey, retry: { maxRetries: 0 } }), title, index);
  }
}

async function makeRecords(operator: Portico): Promise<readonly string[]> {
  const workspace = await operator.POST("/workspaces", {
    body: { name: payloads[0], slug: "research" },
  });
  const workspaceId = workspace.data?.data.id;
  if (workspaceId === undefined) throw new Error("The workspace was not created.");
  const secrets: string[] = [];
  for (const name of payloads) {
    const made = await operator.POST("/keys", {
      body: { name, limit: 5, workspace_id: workspaceId },
    });
    if (made.data !== undefined) secrets.push(made.data.key);
  }
  await operator.POST("/budgets", {
    body: {
      name: payloads[1],
      scope: "workspace",
      workspace_id: workspaceId,
      limit: 20,
      limit_reset: "monthly",
    },
  });
  return secrets;
}

async function callModels(portico: Portico, title: string, index: number): Promise<void> {
  const headers = {
    "X-Title": /^[\x20-\x7e]+$/.test(title) ? title : encodeURIComponent(title),
    "HTTP-Referer": "https://app.example/chat",
  };
  const input = `${title} number ${index}`;
  await portico.POST("/embeddings", {
    body: { model: "bench/embed-8", input: [input, "and one more"], user: title.slice(0, 60) },
    headers,
  });
  await portico.POST("/responses", { body: { model: "bench/text", input }, headers });
  await portico.POST("/chat/completions", {
    body: { model: "sandbox/text", messages: [{ role: "user", content: input }] },
    headers,
  });
  await portico.POST("/messages", {
    body: { model: "sandbox/text", max_tokens: 50, messages: [{ role: "user", content: input }] },
    headers,
  });
  // A model that nobody serves, and one that fails: both are refusals that callers meet.
  await portico.POST("/responses", { body: { model: "nobody/nothing", input } }).catch(() => {});
  await portico.POST("/responses", { body: { model: "sandbox/fail-529", input } }).catch(() => {});
}

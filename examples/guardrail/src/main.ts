import { createServer, type IncomingMessage, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { verifyWebhook, type WebhookNotice } from "@portico/client";

interface JudgedText {
  readonly of: string;
  readonly text: string;
}

type Judgement =
  | { readonly action: "allow" }
  | { readonly action: "refuse"; readonly reason: string }
  | { readonly action: "replace"; readonly texts: readonly string[] };

export interface GuardrailSettings {
  /** As in the gateway's configuration. */
  readonly secret: string;
  /** Words that may neither be asked nor answered. */
  readonly forbidden: readonly string[];
}

const mailAddress = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Models never see mail addresses. */
export function judge(texts: readonly JudgedText[], forbidden: readonly string[]): Judgement {
  const word = forbidden.find((one) => texts.some(({ text }) => text.toLowerCase().includes(one)));
  if (word !== undefined) return { action: "refuse", reason: `We do not talk about ${word}.` };
  const replaced = texts.map(({ text }) => text.replace(mailAddress, "[mail address]"));
  return replaced.some((text, place) => text !== texts[place]?.text)
    ? { action: "replace", texts: replaced }
    : { action: "allow" };
}

export function createGuardrail({ secret, forbidden }: GuardrailSettings): Server {
  return createServer((request, response) => {
    received(request, secret).then(
      ({ data }) => {
        const judgement = judge(data["texts"] as readonly JudgedText[], forbidden);
        response.setHeader("content-type", "application/json").end(JSON.stringify(judgement));
      },
      // A sender without the secret learns nothing.
      () => response.writeHead(401).end(),
    );
  });
}

async function received(request: IncomingMessage, secret: string): Promise<WebhookNotice> {
  return await verifyWebhook({ body: await text(request), headers: request.headers, secret });
}

const { GUARDRAIL_SECRET: secret, PORT = "8790", FORBIDDEN = "" } = process.env;
if (import.meta.main && secret !== undefined)
  createGuardrail({ secret, forbidden: FORBIDDEN.split(",").filter(Boolean) }).listen(Number(PORT));
else if (import.meta.main) throw new Error("Set GUARDRAIL_SECRET to that of the gateway.");

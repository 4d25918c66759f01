import {
  type OpenApiDocument,
  type OperationFacts,
  type OperationId,
  operations,
} from "@portico/contract";
import { csvType } from "@portico/contract/csv";
import { eventStream, mediaTypeOf } from "@portico/contract/judge/judge";
import { readStream } from "@portico/contract/judge/judge-stream";
import { parse, readEvents } from "@portico/contract/judge/read-events";
import { NotApplicable, type Target } from "../targets/target.ts";
import type { Coverage } from "./coverage.ts";
import type { Measure } from "./measure.ts";
import { pathOf, requestTo, type Sending } from "./request-to.ts";

/** A reply that does not keep the contract: checked in every exchange of every case. */
class ContractViolation extends Error {
  override readonly name = "ContractViolation";
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly mediaType: string;
  readonly text: string;
  /** Parsed; for a stream its events, with `[DONE]` last. */
  readonly body: unknown;
}

/** Sends the requests of cases, and judges every reply by the contract. */
export interface Bench {
  readonly target: Target;
  /** Whether additions of the contract are checked too, or the specified interface only. */
  readonly additions: boolean;
  /** The contract by which the service is judged. */
  readonly document: OpenApiDocument;
  send(operation: OperationId, sending?: Sending): Promise<Reply>;
  /** For requests beyond the contract's operations: an unknown path, a wrong method. */
  sendTo(method: string, path: string, sending?: Sending): Promise<Reply>;
}

export function createBench(target: Target, measure: Measure, coverage: Coverage): Bench {
  const exchange = async (
    operation: OperationFacts | null,
    method: string,
    path: string,
    sending: Sending,
  ): Promise<Reply> => {
    const request = requestTo(target, operation, method, path, sending);
    const reply = await fetch(request);
    const text = await reply.text();
    const mediaType = mediaTypeOf(reply.headers);
    const body = read(operation, mediaType, text);
    if (operation) {
      const { status, headers } = reply;
      const seen = { status, headers, text, requestHeaders: request.headers };
      const problems = measure.judge(operation, seen);
      coverage.see(operation.id, reply.status, mediaType, problems.length === 0);
      if (problems.length > 0)
        throw new ContractViolation(
          `${operation.id} answered ${reply.status}:\n${listed(problems)}\n  ${text.slice(0, 400)}`,
        );
    }
    return {
      status: reply.status,
      headers: reply.headers,
      mediaType,
      text,
      body: operation ? measure.reduce(operation, reply.status, body) : body,
    };
  };
  return {
    target,
    additions: measure.additions,
    document: measure.document,
    async send(id, sending = {}) {
      const operation: OperationFacts = operations[id];
      if (!measure.additions && operation.stage === "preview")
        throw new NotApplicable(`${id} is an addition.`);
      return exchange(
        operation,
        operation.method.toUpperCase(),
        pathOf(operation, sending),
        sending,
      );
    },
    sendTo: (method, path, sending = {}) => exchange(null, method, path, sending),
  };
}

/** The first five problems: a stream repeats a fault with every event. */
function listed(problems: readonly string[]): string {
  const shown = problems.slice(0, 5).map((line) => `  ${line}`);
  const more = problems.length - shown.length;
  return [...shown, ...(more > 0 ? [`  and ${more} more`] : [])].join("\n");
}

function read(operation: OperationFacts | null, mediaType: string, text: string): unknown {
  if (mediaType === csvType) return text;
  if (mediaType !== eventStream) return parse(text);
  return operation === null ? readEvents(text).events : readStream(operation.id, text).events;
}

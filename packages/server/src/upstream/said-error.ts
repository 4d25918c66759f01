import { presentable } from "./presentable.ts";
import {
  UpstreamError,
  type UpstreamErrorDetails,
  type UpstreamFailure,
} from "./upstream-error.ts";

const maxMessageLength = 500;

/** The error that an upstream described. Callers see the parts of the text that are meant for them. */
export function errorSentence(
  failure: UpstreamFailure,
  message: string,
  details: UpstreamErrorDetails = {},
): UpstreamError {
  const said = untold.has(failure) ? "" : cut(presentable(message)).trim();
  return new UpstreamError(failure, said === "" ? defaults[failure] : said, details);
}

/** Strict readers of JSON refuse a reply with half a character. */
function cut(text: string): string {
  return text.slice(0, maxMessageLength).toWellFormed();
}

/** Failures whose text callers do not see: it may repeat a part of the credential, or name the operator's account. */
const untold: ReadonlySet<UpstreamFailure> = new Set(["credential", "modelNotFound", "unpaid"]);

const defaults: Readonly<Record<UpstreamFailure, string>> = {
  connection: "The connection to the provider failed.",
  timeout: "The provider did not answer in time.",
  rateLimited: "The provider's rate limit is exceeded.",
  overloaded: "The provider cannot serve the request at present.",
  rejected: "The provider rejected the request.",
  tooLarge: "The request is larger than the provider takes.",
  modelNotFound: "The provider has no such model.",
  credential: "The provider refused the credential.",
  unpaid: "The account with the provider has no credit left.",
  unopened: "The workspace's own credential cannot be opened.",
  malformed: "The provider's reply cannot be used.",
  cut: "The provider's stream ended early.",
};

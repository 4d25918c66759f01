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

/**
 * An upstream's message without what names the operator's account: addresses and hosts, resources
 * (`arn:…`, `projects/…`, `deployments/…`), numbers and names of accounts, projects and organisations, mail addresses.
 * Callers need the reason, but not the account. Each pattern is linear, and the text is cut to a maximum length first.
 */
export function presentable(text: string): string {
  return patterns.reduce((clean, pattern) => clean.replace(pattern, "…"), text.slice(0, maxLength));
}

const maxLength = 2_000;
/** The rest of a name, up to the character that ends it in a sentence. */
const rest = String.raw`[^\s"'\`<>(){}\[\],;]*`;

const patterns: readonly RegExp[] = [
  new RegExp(String.raw`\b[a-z][a-z0-9+.-]{0,20}://${rest}`, "gi"),
  new RegExp(String.raw`\barn:${rest}`, "gi"),
  // Resources of Google Cloud, Azure and similar clouds, with everything below them.
  new RegExp(
    String.raw`\b(projects|organizations|folders|billingAccounts|locations|publishers|subscriptions|resourceGroups|providers/Microsoft\.[a-z]+|deployments|endpoints|accounts|inference-profiles?|provisioned-models?|custom-models?|foundation-models?|tunedModels|cachedContents)/${rest}`,
    "gi",
  ),
  /[\w.+-]{1,64}@[\w.-]{1,255}/g,
  // Hosts, recognised by their last label, and addresses.
  /(?<![\w.-])(?:[a-z0-9_-]{1,63}\.){1,10}(?:com|net|org|io|ai|co|dev|app|cloud|cn|internal|intranet|local|localdomain|localhost|lan|corp|svc|test|example|invalid)\b(?::\d+)?/gi,
  /\blocalhost\b(?::\d+)?/gi,
  /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?![\w.])/g,
  /\[[0-9a-f:.]{2,45}\](?::\d+)?/gi,
  // Ids of accounts: org-…, proj_…, the twelve digits of AWS, a project's number.
  /\b(?:org|proj|project|acct|account|ws|wrkspc|sub|tenant|key)[-_][A-Za-z0-9_-]{6,}/g,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
  /(?<![\w.])\d{9,}(?![\w.])/g,
  // "project my-project", "deployment 'gpt4-prod'": a name with a digit, a hyphen or an underscore, or in quotes.
  /\b(?:projects?|organi[sz]ation|account|consumer|subscription|deployment|resource|bucket|tenant|workspace|team)\b(?: (?:id|name|number))?[ :=]{1,3}(?:["'`][^"'`\n]{1,200}["'`]|[\w:.]{0,100}[-_\d][\w:.-]{0,100})/gi,
];

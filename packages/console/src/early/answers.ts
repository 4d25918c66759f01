/** Answers that were asked for before the console itself was there, by their addresses. */
const answers = new Map<string, Promise<Response>>();
/** As long as an answer counts as new: after that, a screen asks for itself. */
const freshMs = 10_000;

/** Asks now for what the console is going to ask. The first of its requests to this address gets the answer. */
export function askEarly(address: string): Promise<Response> {
  const answer = fetch(address, { credentials: "same-origin" });
  answers.set(address, answer);
  setTimeout(() => answers.delete(address), freshMs);
  // A failure is the console's to show: it asks once more.
  answer.catch(() => answers.delete(address));
  return answer;
}

/** For a page whose visitor has to sign in: what was answered before that counts no more. */
export function forgetEarly(): void {
  answers.clear();
}

/** Sends a request, or gives the answer that is on its way already. */
export function fetchOrEarly(request: Request): Promise<Response> {
  const early = request.method === "GET" ? answers.get(request.url) : undefined;
  answers.delete(request.url);
  return early ?? fetch(request);
}

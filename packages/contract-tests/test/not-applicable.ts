/** What a target cannot be asked, and why: everything else has to be tried and to pass. */
export const notApplicableToServer: Readonly<Record<string, string>> = {
  "answers getWorkspace with 500 and the envelope":
    "Nothing makes this target answer getWorkspace with 500.",
  "answers deleteByokCredential with 500 and the envelope":
    "Nothing makes this target answer deleteByokCredential with 500.",
  "answers with every failure that the contract lists, where one may ask for it":
    "Only a rehearsal answers as it is asked to.",
};

const forgets = "The target does not store what is sent to it.";

export const notApplicableToMock: Readonly<Record<string, string>> = {
  "makes a key with a name, and with a credit limit where one is given": forgets,
  "refuses a key that was deleted, on the next request": forgets,
  "shows a key, changes it, switches it off and on, and forgets its secret": forgets,
  "lists the keys, newest first, page by page, those that are switched off on request": forgets,
  "keeps who changed what, with what differs, and without the key": forgets,
  "lists an exposed key among the alerts, once, without the key": forgets,
  "leaves an organisation its last management key": forgets,
  "takes what a key spends from its limit, and stops it at the end": forgets,
  "labels the keys that are reported as exposed, and shows where each was found": forgets,
  "tells a key about itself, with what it has spent by now": forgets,
  "rotates a key: both secrets work in the overlap, and none but the last without one": forgets,
  "refuses what the rights of a key do not allow, and allows it when they change": forgets,
  "knows no key that does not exist": forgets,
  "books each request, and shows it by its id and in the activity": forgets,
  "books a chat, and shows it by the id of its reply": forgets,
  "books a message, and shows it by the id of its reply": forgets,
  "stores the sampling rate and the keys of a workspace, within the range": forgets,
  "makes, lists, renames and deletes a workspace, and keeps slugs apart": forgets,
  "deletes no workspace that still has keys": forgets,
  "makes a budget, shows, lists and changes it, refuses a second one, and deletes it": forgets,
  "refuses the keys of a workspace whose budget is 0, and says which limit it was": forgets,
  "knows no budget that does not exist, and makes none where there is no workspace": forgets,
  "knows no model that does not exist": forgets,
  "refuses a credential for an unknown provider, without a secret, or in a workspace that does not exist":
    forgets,
  "truncates or rejects what is longer than the model takes, and says which input it was":
    "The mock's models have no length.",
  "has 404 for a model that does not exist and for one that is no embedding model":
    "The mock has every model.",
  "books a ranking, and shows it by the id of its reply": forgets,
  "has 404 for a rerank model that does not exist and for one of another kind":
    "The mock has every model.",
  "tries the providers in the order of preference":
    "Nothing is known of a choice of providers at this target.",
  "falls back where a provider is overloaded, unless allow_fallbacks is false":
    "Nothing is known of a choice of providers at this target.",
  "uses no provider that collects data where that is denied":
    "Nothing is known of a choice of providers at this target.",
};

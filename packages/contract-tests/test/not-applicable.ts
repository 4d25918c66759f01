/** What a target cannot be asked, and why: everything else has to be tried and to pass. */
export const notApplicableToServer: Readonly<Record<string, string>> = {
  "answers getWorkspace with 500 and the envelope":
    "Nothing makes this target answer getWorkspace with 500.",
  "answers deleteByokCredential with 500 and the envelope":
    "Nothing makes this target answer deleteByokCredential with 500.",
  "answers with every reply that the contract lists, where one may ask for it":
    "Only a rehearsal answers as it is asked to.",
};

export const notApplicableToMock: Readonly<Record<string, string>> = {
  "truncates or rejects what is longer than the model takes, and says which input it was":
    "The mock's models have no length.",
  "has 404 for a model that does not exist and for one that is no embedding model":
    "The mock has every model.",
  "has 404 for a rerank model that does not exist and for one of another kind":
    "The mock has every model.",
  "tries the providers in the order of preference":
    "Nothing is known of a choice of providers at this target.",
  "falls back where a provider is overloaded, unless allow_fallbacks is false":
    "Nothing is known of a choice of providers at this target.",
  "uses no provider that collects data where that is denied":
    "Nothing is known of a choice of providers at this target.",
};

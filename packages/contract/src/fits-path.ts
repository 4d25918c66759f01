/** Places of other APIs where this one has an id: what is sent there is meant for no thing of that name. */
const ofOthers: ReadonlySet<string> = new Set(["/responses/compact"]);

export function isOfOtherApi(path: string): boolean {
  return ofOthers.has(path);
}

/** Whether a path matches a template of the contract. */
export function fitsPath(template: string, path: string): boolean {
  const expected = template.split("/");
  const given = path.split("/");
  return (
    !isOfOtherApi(path) &&
    expected.length === given.length &&
    expected.every((part, at) => (part.startsWith("{") ? given[at] !== "" : part === given[at]))
  );
}

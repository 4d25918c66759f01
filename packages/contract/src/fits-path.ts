/** Whether a path matches a template of the contract. */
export function fitsPath(template: string, path: string): boolean {
  const expected = template.split("/");
  const given = path.split("/");
  return (
    expected.length === given.length &&
    expected.every((part, at) => (part.startsWith("{") ? given[at] !== "" : part === given[at]))
  );
}

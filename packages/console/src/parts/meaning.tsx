/** A description of the contract, whose names stand between backticks. */
export function Meaning({ text }: { readonly text: string }) {
  const pieces = [...text.matchAll(/`([^`]*)`|[^`]+/g)];
  return pieces.map(({ 0: whole, 1: name, index }) =>
    name === undefined ? whole : <code key={index}>{name}</code>,
  );
}

/** The parts of a model's id in an address: what stands before the first slash, and the rest. */
export function pathOf(id: string): { readonly author: string; readonly slug: string } {
  const at = id.indexOf("/");
  return at < 0 ? { author: id, slug: id } : { author: id.slice(0, at), slug: id.slice(at + 1) };
}

/** The upstream's parts are not a valid answer: arguments that are not JSON, or parts that do not fit together. */
export class MalformedAnswer extends Error {
  override readonly name = "MalformedAnswer";
}

/**
 * An answer is kept in memory until its end, and its last events repeat all of it. Models in use write a fraction of
 * these limits.
 */
const maxCharacters = 2 * 1024 * 1024;
const maxArguments = 1024 * 1024;
const maxItems = 1_024;
/** For function names: the contract's 256 characters, of which each may be two units of UTF-16. */
const maxName = 2 * 256;
/** A longer id is replaced by one of the gateway. */
const maxCallId = 4_096;

export function checkCharacters(characters: number): void {
  if (characters > maxCharacters) throw new MalformedAnswer("The provider's answer is too long.");
}

/** What tools at the vendor have found, and the pictures that they have drawn. */
const maxHosted = 4 * 1024 * 1024;

export function checkHosted(characters: number): void {
  if (characters > maxHosted)
    throw new MalformedAnswer("The results of the provider's tools are too long.");
}

export function checkArguments(characters: number): void {
  if (characters > maxArguments)
    throw new MalformedAnswer("The arguments of a function call are too long.");
}

export function checkItems(items: number): void {
  if (items > maxItems) throw new MalformedAnswer("The provider's answer has too many items.");
}

export function checkName(name: string): void {
  if (name === "") throw new MalformedAnswer("The provider sent a function call without a name.");
  if (name.length > maxName)
    throw new MalformedAnswer("The provider called a function whose name is too long.");
}

export function isCallId(id: string | undefined): id is string {
  return id !== undefined && id !== "" && id.length <= maxCallId;
}

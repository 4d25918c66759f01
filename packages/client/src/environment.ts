interface WithProcess {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
}

/** Undefined in browsers and in workers without an environment. */
export function fromEnvironment(name: string): string | undefined {
  return (globalThis as WithProcess).process?.env?.[name] || undefined;
}

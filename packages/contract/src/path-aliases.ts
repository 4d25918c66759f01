/** Older paths, at which client libraries look for an operation, and the path that the contract has for it. */
export const pathAliases: Readonly<Record<string, string>> = { "/auth/key": "/key" };

/** The engine cannot answer now: refused, too slow, read-only, full. The caller gets 503 with Retry-After. */
export class StoreUnavailable extends Error {
  override readonly name: string = "StoreUnavailable";
}

/** The engine is there, but others were in the way of this call: nothing was done, and calls behind it may succeed. */
export class StoreBusy extends StoreUnavailable {
  override readonly name = "StoreBusy";
  /** The engine ended a transaction for the sake of another one: the same one may begin again at once. */
  readonly isConflict: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isConflict?: boolean } = {}) {
    super(message, options);
    this.isConflict = options.isConflict ?? false;
  }
}

/** The organisation already has a workspace with that slug. */
export class SlugTaken extends Error {
  override readonly name = "SlugTaken";
}

/** The text of the key is or was a key, of this organisation or of another. */
export class KeyTaken extends Error {
  override readonly name = "KeyTaken";
}

/** Without this management key the organisation would have no usable one. */
export class LastManagementKey extends Error {
  override readonly name = "LastManagementKey";
}

/** The key has too many earlier secrets in their overlap. */
export class TooManySecrets extends Error {
  override readonly name = "TooManySecrets";
}

/** The database was written by a newer program. */
export class StoreTooNew extends Error {
  override readonly name = "StoreTooNew";
}

/** The database was written by a program older than the baseline of migrations. */
export class StoreTooOld extends Error {
  override readonly name = "StoreTooOld";
}

/** The attempt to sign in has become a session already. */
export class SignInUsed extends Error {
  override readonly name = "SignInUsed";
}

/** The workspace of a key or credential does not exist (any more). */
export class WorkspaceMissing extends Error {
  override readonly name = "WorkspaceMissing";
}

/** The configuration in use is another one than the change began from. */
export class ConfigurationChanged extends Error {
  override readonly name = "ConfigurationChanged";
  readonly inUse: number;

  constructor(inUse: number) {
    super(`Version ${inUse} of the configuration is in use.`);
    this.inUse = inUse;
  }
}

/** The workspace or end user already has a budget. */
export class BudgetTaken extends Error {
  override readonly name = "BudgetTaken";
}

/**
 * Who makes a change, for which organisation, and by which action. Every store method that administers an organisation
 * takes it first, and writes the row of the audit log from it in the transaction of the change.
 */
export interface Actor {
  /** The organisation in which the change is made; records of others cannot be reached. */
  readonly organisationId: string;
  /** The operation's id in the contract, or the name of an action of the command line or of the gateway itself. */
  readonly action: string;
  readonly by: ActingParty;
  /** The address at the other end of the connection; null where there is no connection. */
  readonly clientIp: string | null;
  readonly requestId: string | null;
}

export type ActingParty =
  | {
      readonly type: "key";
      readonly keyId: number;
      /** Of the console; absent where the key itself was sent. */
      readonly sessionId?: string;
    }
  /** A person who has signed in to the console without a key. */
  | {
      readonly type: "user";
      readonly sessionId: string;
      /** Their id at the identity provider, or the name that the proxy sent. */
      readonly subject: string;
      readonly name: string;
    }
  /** The command line, directly on the store; the name is the account of the operating system. */
  | { readonly type: "local"; readonly name: string }
  /** The gateway itself, without a caller. */
  | { readonly type: "system" };

/** For changes by the gateway itself. */
export function systemActor(organisationId: string, action: string): Actor {
  return { organisationId, action, by: { type: "system" }, clientIp: null, requestId: null };
}

/** For the command line, directly on the store. */
export function localActor(organisationId: string, action: string, name: string): Actor {
  return { organisationId, action, by: { type: "local", name }, clientIp: null, requestId: null };
}

/** The value of `created_by` if the caller names none. */
export function actorName({ by }: Actor): string {
  if (by.type === "key") return `key:${by.keyId}`;
  return by.type === "user" ? `user:${by.subject}` : by.type;
}

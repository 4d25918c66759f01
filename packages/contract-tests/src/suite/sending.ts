export interface Sending {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** Replaces `body`: the bytes as they are. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the kind of key that the operation needs. `none` sends no header. */
  readonly key?: "ordinary" | "management" | "none" | { readonly value: string };
  readonly signal?: AbortSignal;
}

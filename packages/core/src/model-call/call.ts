/** The fields of every model call, for all wires and all vendors. */
export interface Call {
  /** The upstream's own name of the model. */
  readonly model: string;
  /** A workspace's own credential (BYOK), used in place of the operator's. */
  readonly credential?: string;
  /** A stable pseudonym of the end user, if the caller sent one. */
  readonly user?: string;
  /** The gateway's id of the request, for upstreams that take one in a header. */
  readonly requestId: string;
  /** The `traceparent` header for the upstream. */
  readonly traceparent?: string;
  /** Aborted when the caller has left: requests that were sent may be answered, no further one is sent. */
  readonly left?: AbortSignal;
}

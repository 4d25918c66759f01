import { isApiError, PorticoError } from "@portico/client";
import type { ReactNode } from "react";
import { isSessionMissing } from "../app/current-session.ts";
import { texts } from "../texts/texts.ts";
import { Time } from "./amounts.tsx";
import { Button, CopyButton } from "./buttons.tsx";

/** What every query of a screen has, however it pages. */
export interface QueryState<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly dataUpdatedAt: number;
  refetch(): unknown;
}

interface AnsweredProps<Data> {
  readonly query: QueryState<Data>;
  /** Drawn in place of the data where there is none. */
  readonly empty?: ReactNode;
  readonly isEmpty?: (data: Data) => boolean;
  readonly children: (data: Data) => ReactNode;
}

/**
 * The states of an answer, drawn on purpose: loading, empty, error, forbidden, and stale, which is an older answer beside
 * the reason why there is no newer one.
 */
export function Answered<Data>({ query, empty, isEmpty, children }: AnsweredProps<Data>) {
  const { data, error } = query;
  if (data === undefined)
    return error === null ? <Loading /> : <Failure error={error} onRetry={query.refetch} />;
  return (
    <div aria-busy={query.isFetching || undefined}>
      {error !== null && <Stale query={query} />}
      {isEmpty?.(data) === true && empty !== undefined ? empty : children(data)}
    </div>
  );
}

export function Loading() {
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{texts.parts.loading}</span>
      <span className="bone" />
      <span className="bone" />
      <span className="bone" />
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="notice empty">
      <strong>{title}</strong>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}

/** What went wrong, in the gateway's own words, with the id to look for in its log. */
export function Failure({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: () => unknown;
}) {
  // The page asks to sign in again by itself. What was being sent has to be sent once more.
  if (isSessionMissing(error)) return <p role="alert">{texts.parts.sessionEnded}</p>;
  const isForbidden = isApiError(error, 403) || isApiError(error, 401);
  return (
    <div className={isForbidden ? "notice forbidden" : "notice failure"} role="alert">
      <strong>{isForbidden ? texts.parts.forbidden : texts.parts.failed}</strong>
      <p>{wordsOf(error)}</p>
      {isApiError(error) && error.requestId !== null && (
        <p className="fine">
          {texts.parts.requestId} <code>{error.requestId}</code>{" "}
          <CopyButton text={error.requestId} />
        </p>
      )}
      {onRetry !== undefined && !isForbidden && (
        <Button onClick={() => onRetry()}>{texts.parts.retry}</Button>
      )}
    </div>
  );
}

export function wordsOf(error: unknown): string {
  if (isApiError(error)) return error.serviceMessage;
  return error instanceof PorticoError ? error.message : texts.parts.unknownFailure;
}

/** An older answer is shown: how old it is, why there is no newer one, and a way to ask again. */
export function Stale<Data>({ query }: { readonly query: QueryState<Data> }) {
  return (
    <div className="notice stale" role="status">
      {texts.parts.stale} <Time at={new Date(query.dataUpdatedAt).toISOString()} ago />:{" "}
      {wordsOf(query.error)}{" "}
      <Button kind="quiet" onClick={() => query.refetch()}>
        {texts.parts.retry}
      </Button>
    </div>
  );
}

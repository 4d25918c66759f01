/** One event of a stream in a drawing: its name, and what it brings in a few words. */
export interface Stop {
  readonly name: string;
  readonly detail: string;
}

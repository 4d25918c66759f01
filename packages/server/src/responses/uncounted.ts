export interface Written {
  readonly text: string;
  /** The number of parts in which it came. */
  readonly parts: number;
}

/** What a model has written since its upstream last said how much was used. */
export interface Uncounted {
  /** What is shown: text, and calls with their arguments. */
  readonly shown: Written;
  readonly thoughts: Written;
}

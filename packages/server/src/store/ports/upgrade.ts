/** The long work of migrations, which a node does beside its requests. */
export interface UpgradeStore {
  /** What is left to do, in its order. */
  unfinished(): Promise<readonly UnfinishedWork[]>;
  /** Does what is left, unless another process is at it. Rejects when the store closes; then it is gone on with later. */
  goOn(tell: (message: string) => void): Promise<void>;
}

export interface UnfinishedWork {
  readonly name: string;
  /** For people; null where nothing is known. */
  readonly progress: string | null;
}

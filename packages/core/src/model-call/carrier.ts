/** What a vendor wants back in the next turn, byte for byte: a signature, or an encrypted thought. */
export interface Carrier {
  /** Who can read it. Vendors that accept each other's carriers are one family. */
  readonly family: string;
  /**
   * What it belongs to: the thought before it (without words before it, a thought without words), the call that
   * follows it, or the text before it. A compaction stands for all that was said before.
   */
  readonly of: "thought" | "call" | "text" | "compaction";
  /** Made and read by the folder of one vendor only. */
  readonly data: string;
}

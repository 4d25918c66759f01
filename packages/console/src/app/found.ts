/** What the palette offers, and what happens when it is chosen. */
export interface Found {
  readonly id: string;
  readonly label: string;
  readonly note?: string | undefined;
  readonly go: () => void;
}

export interface FoundGroup {
  readonly label: string;
  readonly items: readonly Found[];
}

import type { Columns } from "../fields.ts";
import type { ConfigurationVersion } from "../ports/configuration.ts";
import type { SealedSecret } from "../ports/credentials.ts";

export interface ConfigurationVersionsTable extends Columns<ConfigurationVersion & SealedSecret> {}

/** One row. It is locked first, so that versions are made one after the other. */
export interface ConfigurationInUseTable {
  id: 1;
  version: number;
  /** The highest number that was given out: numbers of removed versions are not used again. */
  newest: number;
}

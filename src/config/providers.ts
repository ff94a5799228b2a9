/** Engine that keeps the records without a server that a secret names: one file below the data directory. */
export interface HistoryProvider {
  readonly engine: 'sqlite';
  readonly dataDir: string;
}

/**
 * Where keys, usage, ledger and orders are without a server that a secret names: another file below the data directory.
 */
export interface DatabaseProvider {
  readonly engine: 'sqlite';
  readonly dataDir: string;
}

/** The engine of every store. */
export interface Providers {
  readonly history: HistoryProvider;
  readonly database: DatabaseProvider;
}

/** Chooses the engine of each store from the settings. */
export function chooseProviders({ dataDir }: { readonly dataDir: string }): Providers {
  return {
    history: { engine: 'sqlite', dataDir },
    database: { engine: 'sqlite', dataDir },
  };
}

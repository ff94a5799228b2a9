/** Engine of the history, if no server is configured as a secret: a file in the data directory. */
export interface HistoryProvider {
  readonly engine: 'sqlite';
  readonly dataDir: string;
}

/**
 * Engine of keys, usage, ledger and orders, if no server is configured as a secret: another file in the data directory.
 */
export interface DatabaseProvider {
  readonly engine: 'sqlite';
  readonly dataDir: string;
}

/** Engine of every store. */
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

/** Which engine keeps the records: one file below the data directory. */
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

/** Where outside stores are configured that this version has no engine for. */
export const OUTSIDE_STORES = ['CROSSTAPE_HISTORY_URL'] as const;

/** One line for each outside store that is named while there is no engine for it. */
export function findProviderProblems(env: NodeJS.ProcessEnv): string[] {
  return OUTSIDE_STORES.filter((variable) => env[variable]).map(
    (variable) => `${variable} is set: this version has only the embedded store for it, leave it unset`,
  );
}

/** The engine of each store; everything that asks for one goes by this. */
export function chooseProviders({ dataDir }: { readonly dataDir: string }): Providers {
  return {
    history: { engine: 'sqlite', dataDir },
    database: { engine: 'sqlite', dataDir },
  };
}

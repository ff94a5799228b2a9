/** Version of every body under `/api/m2m/`. Within it, members are added and never changed or taken away. */
export const API_VERSION = 'v1' as const;

/** Version of a bundle, and its optional blocks: those not named here are always there. */
export const BUNDLE_SCHEMA = { version: '1.0', optionalBlocks: ['series'] } as const;

/** The marks that every machine-to-machine answer begins with. */
export interface Stamp {
  readonly ok: true;
  /** ISO 8601. */
  readonly generatedAt: string;
  readonly apiVersion: typeof API_VERSION;
}

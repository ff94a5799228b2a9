/** Version of every body under `/api/m2m/`. Within a version, members are added, but never changed or removed. */
export const API_VERSION = 'v1' as const;

/** Version of a bundle, and its optional blocks. All other blocks are always present. */
export const BUNDLE_SCHEMA = { version: '1.0', optionalBlocks: ['series'] } as const;

/** Members that every machine-to-machine response begins with. */
export interface Stamp {
  readonly ok: true;
  /** Time when the response was computed, ISO 8601. */
  readonly generatedAt: string;
  readonly apiVersion: typeof API_VERSION;
}

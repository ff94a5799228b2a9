/** One change that callers of the API may notice. */
export interface ChangelogEntry {
  readonly version: string;
  /** ISO date. */
  readonly date: string;
  readonly kind: 'added' | 'changed' | 'fixed' | 'removed';
  readonly breaking: boolean;
  readonly summary: string;
  readonly paths: readonly string[];
}

/** Newest first. `CHANGELOG.md` tells the same to those who read files. */
export const CHANGELOG: readonly ChangelogEntry[] = [
  {
    version: '1.0.0',
    date: '2026-11-21',
    kind: 'added',
    breaking: false,
    summary: 'History of four venues: raw records, CSV, buckets, and the list of recorded assets.',
    paths: [
      '/api/history/{venue}/{asset}',
      '/api/history/{venue}/{asset}/csv',
      '/api/history/{venue}/{asset}/aggregate',
      '/api/history/assets',
    ],
  },
  {
    version: '1.0.0',
    date: '2026-11-21',
    kind: 'added',
    breaking: false,
    summary: 'The newest state of all venues, of one asset, and live order books of all five kinds.',
    paths: ['/api/feed', '/api/asset/{asset}', '/api/book/{asset}'],
  },
  {
    version: '1.0.0',
    date: '2026-11-21',
    kind: 'added',
    breaking: false,
    summary: 'Health of the feed, the endpoints, the venues and the records, and reports of stale assets.',
    paths: [
      '/api/health',
      '/api/feed/health',
      '/api/health/endpoints',
      '/api/health/upstream',
      '/api/health/anomalies',
      '/api/health/snapshotter',
      '/api/alerts/stale',
      '/api/alerts/stale.csv',
      '/api/alerts/stale/history',
      '/api/alerts/stale/snapshot',
    ],
  },
];

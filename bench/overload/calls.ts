import { KEY } from './fill.ts';

const HISTORY = `/api/history/${KEY.venue}/${KEY.storeKey}`;
const ASSET = `/api/asset/${KEY.asset}`;

export interface Call {
  readonly path: string;
  readonly encoding: string;
}

const times = (count: number, path: (i: number) => string, encoding: string): Call[] =>
  Array.from({ length: count }, (_, i) => ({ path: path(i), encoding }));

/** Seventy different heavy calls. */
export const SEVENTY: readonly Call[] = [
  ...times(40, (i) => `${HISTORY}/aggregate?bucketMs=1&fromMs=${i}`, 'identity'),
  ...times(8, (i) => `${HISTORY}/aggregate?bucketMs=60000&fromMs=${i}`, 'gzip'),
  ...times(6, (i) => `${ASSET}/volprofile?priceStep=0.1&limit=50000&fromMs=${i}`, 'br'),
  ...times(6, (i) => `${ASSET}/flow?limit=50000&fromMs=${i}`, 'br'),
  ...times(10, (i) => `/api/feed?top=${2_000 - i}`, 'br'),
];

/** Fifty answers of fifty thousand records. */
export const FIFTY: readonly Call[] = times(50, (i) => `${HISTORY}?limit=50000&fromMs=${i}`, 'identity');

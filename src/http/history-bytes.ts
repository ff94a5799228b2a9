import { type Buckets, type Columns, sourceOfCode } from '../history/history-store.ts';

/** Temporary name of what the store's own serialisers give. */
export function recordsJson(columns: Columns): Buffer {
  const parts: string[] = [];
  for (let i = 0; i < columns.length; i++) {
    const v = columns.v[i] as number;
    const s = sourceOfCode(columns.s[i] as number);
    parts.push(
      `{"t":${columns.t[i]},"p":${columns.p[i]}${Number.isNaN(v) ? '' : `,"v":${v}`}${s === null ? '' : `,"s":"${s}"`}}`,
    );
  }
  return Buffer.from(`[${parts.join(',')}]`);
}

export function recordsCsv(columns: Columns): Buffer {
  const parts: string[] = ['t,p,v,s\r\n'];
  for (let i = 0; i < columns.length; i++) {
    const v = columns.v[i] as number;
    parts.push(
      `${columns.t[i]},${columns.p[i]},${Number.isNaN(v) ? '' : v},${sourceOfCode(columns.s[i] as number) ?? ''}\r\n`,
    );
  }
  return Buffer.from(parts.join(''));
}

export function bucketsJson(buckets: Buckets, op: 'all' | 'ohlc' | 'vwap'): Buffer {
  const orNull = (value: number | undefined) => (Number.isFinite(value) ? value : null);
  const rows = Array.from({ length: buckets.length }, (_, i) => ({
    t: buckets.t[i],
    ...(op === 'vwap'
      ? {}
      : { open: buckets.open[i], high: buckets.high[i], low: buckets.low[i], close: buckets.close[i] }),
    count: buckets.count[i],
    ...(op === 'ohlc' ? {} : { volume: orNull(buckets.volume[i]), vwap: orNull(buckets.vwap[i]) }),
  }));
  return Buffer.from(JSON.stringify(rows));
}

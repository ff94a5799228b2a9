import { openSqliteHistory } from '../../src/history/sqlite/index.ts';

export const KEY = { venue: 'hyperliquid', storeKey: 'perp-btc', asset: 'hl-BTC' } as const;
const STEP_MS = 1_000;
const CHUNK = 500_000;

/** Stores one long series, a record a second that ends now, prices with one decimal and volume. */
export async function fillStore(
  dataDir: string,
  records: number,
  open: typeof openSqliteHistory = openSqliteHistory,
): Promise<void> {
  const history = await open({ dataDir });
  const start = Math.floor(Date.now() / STEP_MS) * STEP_MS - records * STEP_MS;
  let price = 870_000;
  for (let from = 0; from < records; from += CHUNK) {
    const length = Math.min(CHUNK, records - from);
    const columns = {
      length,
      t: new Float64Array(length),
      p: new Float64Array(length),
      v: new Float64Array(length),
      s: new Uint8Array(length).fill(1),
    };
    for (let i = 0; i < length; i++) {
      price += ((i * 7919) % 21) - 10;
      columns.t[i] = start + (from + i) * STEP_MS;
      columns.p[i] = price / 10;
      columns.v[i] = ((i * 31) % 500) / 100;
    }
    await history.insert(KEY, columns);
  }
  await history.close();
}

import type { TrueTrade } from '../../simulator/tape/trade-truth.ts';
import type { AssetRef } from '../../src/domain/index.ts';
import type { TapeReader } from '../../src/history/tape/contract/tape-reader.ts';

export interface TradeComparison {
  /** Trades that happened while they were heard. */
  readonly trades: number;
  /** Trades that are missing though they were heard, doubled, otherwise than they happened, or made up. */
  readonly wrong: readonly string[];
}

/** Trades within this time of the end of a time in which they were heard may have been on their way. */
const ON_THEIR_WAY_MS = 2_000;

/**
 * Compares the trades of assets with those that happened.
 *
 * @param origin Address of the simulator.
 */
export async function compareTrades(
  reader: TapeReader,
  refs: readonly AssetRef[],
  window: { readonly fromMs: number; readonly toMs: number },
  origin: string,
): Promise<TradeComparison> {
  const wrong: string[] = [];
  let count = 0;
  for (const ref of refs) {
    const { trades } = await reader.readTrades(ref, { ...window, limit: 1_000_000, order: 'oldest' });
    const { state, notRecorded } = await reader.readTradeCoverage(ref, window, 100_000);
    const told = new Map<string, string>();
    for (const { id, price, size, side } of trades) {
      if (told.has(String(id))) wrong.push(`${ref.asset}: ${id} twice`);
      told.set(String(id), `${price} ${size} ${side}`);
    }
    for (const { id, t, yesPrice, size, yesSide } of await readHappened(ref, window, origin)) {
      const isInside = t >= window.fromMs + ON_THEIR_WAY_MS && t <= window.toMs - ON_THEIR_WAY_MS;
      const isNear = (hole: { readonly fromMs: number; readonly toMs: number }) =>
        hole.fromMs - ON_THEIR_WAY_MS <= t && t <= hole.toMs + ON_THEIR_WAY_MS;
      // A slow run ends before the first list of a venue's trades is there.
      const isHeard = state !== 'never' && isInside && !notRecorded.some(isNear);
      const found = told.get(id);
      told.delete(id);
      if (isHeard) count++;
      if (found === undefined ? isHeard : found !== `${yesPrice} ${size} ${yesSide}`)
        wrong.push(`${ref.asset}: ${id} at ${t} is ${found}`);
    }
    for (const id of told.keys()) wrong.push(`${ref.asset}: ${id} never happened`);
  }
  return { trades: count, wrong };
}

async function readHappened(
  { venue, asset }: AssetRef,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  origin: string,
): Promise<readonly TrueTrade[]> {
  // Times that a list states are whole seconds.
  const [from, to] = [fromMs - ON_THEIR_WAY_MS, toMs + ON_THEIR_WAY_MS];
  const query = new URLSearchParams({ venue, asset, fromMs: String(from), toMs: String(to) });
  const response = await fetch(`${origin}/simulator/trades?${query}`);
  return response.ok ? ((await response.json()) as { trades: TrueTrade[] }).trades : [];
}

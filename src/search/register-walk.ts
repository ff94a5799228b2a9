import { setTimeout as wait } from 'node:timers/promises';
import type { MarketFacts } from '../domain/index.ts';
import type { RegisterReader } from '../history/contract/market-register.ts';
import type { SearchedMarket } from './searched-market.ts';

/** Markets that are read and stored at a time. A search waits for one such step at most. */
const STEP = 256;

export interface RegisterWalkOptions {
  readonly register: Pick<RegisterReader, 'listMarkets'>;
  /** Place of the ended markets. */
  readonly ended: { change(ended: readonly SearchedMarket[], listed: readonly string[]): void };
  readonly isListed: (asset: string) => boolean;
  readonly isStopped: () => boolean;
}

/**
 * Stores all registered markets that no venue lists in the file of ended ones. Pauses as long as each step took.
 *
 * @returns Whether the whole register was read.
 */
export async function walkRegister({
  register,
  ended,
  isListed,
  isStopped,
}: RegisterWalkOptions): Promise<boolean> {
  let cursor: string | undefined;
  for (;;) {
    if (isStopped()) return false;
    const startedAt = performance.now();
    const page = await register.listMarkets({ limit: STEP, ...(cursor === undefined ? {} : { cursor }) });
    ended.change(page.markets.filter(({ asset }) => !isListed(asset)).map(toSearched), []);
    if (page.nextCursor === null) return true;
    cursor = page.nextCursor;
    await wait(performance.now() - startedAt);
  }
}

function toSearched({ asset, venue, kind, title, event, eventKey, terms }: MarketFacts): SearchedMarket {
  return {
    asset,
    venue,
    kind,
    title,
    event,
    eventKey,
    answer: terms?.answer ?? null,
    volumeUsd: 0,
    isOpen: false,
  };
}

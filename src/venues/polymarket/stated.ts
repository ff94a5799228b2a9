import {
  type Resolution,
  type ResolutionAnswer,
  type StatedAfterwards,
  type StatedPrice,
  UpstreamError,
} from '../../domain/index.ts';
import { withStated } from '../settling/stated.ts';
import { findPlain } from '../settling/terms-draft.ts';
import type { PolymarketClient } from './client.ts';
import { readSettling } from './settling.ts';
import type { GammaMarket } from './wire.ts';

/** Adds what the event of a window states about its prices to a resolution. */
export async function addStated(
  client: Pick<PolymarketClient, 'readEventMetadata'>,
  market: GammaMarket,
  resolution: Resolution | null,
  signal: AbortSignal,
): Promise<ResolutionAnswer | null> {
  return resolution === null ? null : withStated(resolution, await findStated(client, market, signal));
}

/** Finds what the event of a window states, which a row of the market may omit. */
async function findStated(
  client: Pick<PolymarketClient, 'readEventMetadata'>,
  market: GammaMarket,
  signal: AbortSignal,
): Promise<StatedAfterwards | null> {
  if (readSettling(market)?.terms.strikeFrom !== 'opening') return null;
  const [event] = market.events ?? [];
  const stated = event === undefined ? null : readStated(event);
  if (event === undefined || stated !== null) return stated;
  try {
    return readStated(await client.readEventMetadata(event.id, signal));
  } catch (error) {
    // The resolution is valid without these statements. They are requested once more later.
    if (error instanceof UpstreamError) return null;
    throw error;
  }
}

/** Reads what the event of a window states: the price to beat and the final price, as doubles. */
export function readStated(event: { readonly eventMetadata?: unknown } | null): StatedAfterwards | null {
  const metadata = event?.eventMetadata;
  if (typeof metadata !== 'object' || metadata === null) return null;
  const { priceToBeat, finalPrice }: Readonly<Record<string, unknown>> = { ...metadata };
  return { strike: toDouble(priceToBeat), value: toDouble(finalPrice) };
}

function toDouble(price: unknown): StatedPrice | null {
  if (typeof price !== 'number' && typeof price !== 'string') return null;
  const text = findPlain(price);
  return text === null ? null : { kind: 'double', text };
}

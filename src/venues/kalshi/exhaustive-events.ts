import type { BinaryState } from '../../domain/index.ts';
import { coversEveryOutcome } from './covers-every-outcome.ts';
import type { KalshiMarket } from './wire.ts';

/**
 * Sets `exhaustive` on the states of each exclusive event, judged by its tracked markets that can be traded.
 *
 * @param listed The venue's markets by ticker, all of `states` among them.
 */
export function markExhaustive(
  states: BinaryState[],
  listed: ReadonlyMap<string, KalshiMarket>,
): BinaryState[] {
  const byEvent = Map.groupBy(
    states.filter(({ ticker }) => ticker.exclusive === true && ticker.status === 'open'),
    ({ ticker }) => ticker.eventKey,
  );
  const covered = new Set<string | null>();
  for (const [event, members] of byEvent) {
    const markets = members.map(({ ticker }) => listed.get(ticker.venueId)!);
    if (coversEveryOutcome(markets) === true) covered.add(event);
  }
  return states.map((state) =>
    covered.has(state.ticker.eventKey) ? { ...state, ticker: { ...state.ticker, exhaustive: true } } : state,
  );
}

import type { BinaryState } from '../../domain/index.ts';

/**
 * Selects the markets to track: by USD traded in 24 h, then by contracts, then by name, so that ties do not alternate.
 * Sorts `states` in place.
 */
export function selectLargest(states: BinaryState[], maxMarkets: number): BinaryState[] {
  const usd = ({ ticker }: BinaryState) => ticker.volume24hUsd ?? 0;
  const contracts = ({ ticker }: BinaryState) => ticker.volume24hContracts ?? 0;
  const name = ({ ref }: BinaryState) => ref.storeKey;
  return states
    .sort((a, b) => usd(b) - usd(a) || contracts(b) - contracts(a) || (name(a) < name(b) ? -1 : 1))
    .slice(0, maxMarkets);
}

/** Creates a test of whether an event, given by its key, has untracked markets. */
export function createEventCutTest(cut: readonly BinaryState[]): (eventKey: string) => boolean {
  let events: ReadonlySet<string | null> | null = null;
  return (eventKey) => {
    events ??= new Set(cut.map(({ ticker }) => ticker.eventKey));
    return events.has(eventKey);
  };
}

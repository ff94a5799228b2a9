import type { SimulatedVenue } from '../venues.ts';
import type { ReferenceFault } from './fault-specs.ts';
import type { Publication } from './publication.ts';
import { findCoin, type ReferenceSource, roundTo, toDecimal } from './reference-prices.ts';

const SECOND_MS = 1_000;
/** Seconds within which Limitless takes the next value. */
export const TOLERANCE_SECONDS = 5;

/** Rule by which a window of a venue settles: two values of one series, which the venue takes and compares. */
export interface SettledWindow {
  readonly source: ReferenceSource;
  readonly coin: string;
  readonly openAt: number;
  readonly closeAt: number;
  /** Strike in units of 10^-18 dollars. */
  readonly strike: bigint;
  readonly value: bigint;
  /** Moments whose values were taken. */
  readonly openTakenAt: number;
  readonly closeTakenAt: number;
  /** Places to which both are rounded before they are compared; null: they are not. */
  readonly places: number | null;
  readonly isUp: boolean;
}

/** Settles a window at a venue. The result stands once the values of its close are there. */
export function settleWindow(
  publication: Publication,
  venue: SimulatedVenue,
  coin: string,
  openAt: number,
  closeAt: number,
): SettledWindow {
  const source = venue === 'kalshi' ? 'rti60' : 'twap60';
  const take = (t: number) => (venue === 'limitless' ? findTaken(publication, source, coin, t) : t);
  const [openTakenAt, closeTakenAt] = [take(openAt), take(closeAt)];
  const strike = publication.valueAt(source, coin, openTakenAt);
  const value = publication.valueAt(source, coin, closeTakenAt);
  const places = venue === 'kalshi' ? findCoin(coin).places : null;
  const compared = (price: bigint) => (places === null ? price : roundTo(price, places));
  const isAbove = compared(value) >= compared(strike);
  const paysOther = publication
    .listFaults(source, coin, closeAt)
    .some(({ kind }) => kind === 'reference_other_result');
  return {
    source,
    coin,
    openAt,
    closeAt,
    strike,
    value,
    openTakenAt,
    closeTakenAt,
    places,
    isUp: isAbove !== paysOther,
  };
}

/** The moment whose report Limitless takes: the exact one, else the first within its tolerance. */
function findTaken(publication: Publication, source: ReferenceSource, coin: string, t: number): number {
  for (let i = 0; i <= TOLERANCE_SECONDS; i++) {
    if (publication.isSent(source, coin, t + i * SECOND_MS)) return t + i * SECOND_MS;
  }
  return t;
}

/** The truth about a window, by which a verdict is measured. */
export function describeWindow(publication: Publication, asset: string, window: SettledWindow) {
  const { source, coin, openAt, closeAt, strike, value, openTakenAt, closeTakenAt, isUp } = window;
  const kinds = (t: number) => publication.listFaults(source, coin, t).map(({ kind }) => kind);
  const atEnds = [openAt, closeAt, openTakenAt, closeTakenAt]
    .flatMap(kinds)
    .filter((kind): kind is ReferenceFault['kind'] => kind !== 'reference_other_result');
  const paid = kinds(closeAt).filter((kind) => kind === 'reference_other_result');
  return {
    asset,
    source,
    coin,
    openAt,
    closeAt,
    strike: toDecimal(strike),
    value: toDecimal(value),
    outcome: isUp ? 'yes' : 'no',
    faults: [...new Set([...atEnds, ...paid])],
  };
}

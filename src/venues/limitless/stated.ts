import { formatDecimal, type StatedAfterwards, type StatedPrice } from '../../domain/index.ts';
import { findTime } from './times.ts';
import type { LimitlessMarket } from './wire.ts';

/** Number of decimals of a price, which the venue writes as an integer. */
const PRICE_PLACES = 18;
const INTEGER = /^[1-9]\d{0,59}$/;

/**
 * Reads what the venue states later on a market about a window: the reports behind strike and result, with their times.
 */
export function readStated({ metadata }: LimitlessMarket): StatedAfterwards | null {
  const { open, close } = toMembers(metadata?.chainlinkTwapResolution);
  const [opening, closing] = [readReport(open), readReport(close)];
  return {
    strike: opening.price,
    value: closing.price,
    openTakenAt: opening.takenAt,
    closeTakenAt: closing.takenAt,
  };
}

function readReport(report: unknown): {
  readonly price: StatedPrice | null;
  readonly takenAt: number | null;
} {
  const { raw, selectedAt } = toMembers(report);
  const isPrice = typeof raw === 'string' && INTEGER.test(raw);
  const isTime = typeof selectedAt === 'string' || typeof selectedAt === 'number';
  return {
    price: isPrice
      ? { kind: 'exact', text: formatDecimal({ digits: BigInt(raw), places: PRICE_PLACES }) }
      : null,
    takenAt: isTime ? findTime(selectedAt) : null,
  };
}

function toMembers(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

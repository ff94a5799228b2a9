import { findAssetRef, microUsd, toUsd, type VenueId } from '../../domain/index.ts';
import type { Anomaly } from '../../health/anomalies/anomaly.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import type { ConditionOf, RuleType } from '../rule.ts';
import type { Reading, Readings } from './reading.ts';
import type { AlertSources } from './sources.ts';

/** Ages of the newest data, in ms. */
export interface Ages {
  /** Age of the newest price of an asset; since the start without one. */
  findPriceAge(asset: string): number;
  /** Age of the newest list of a venue; since the start without one. */
  findVenueAge(venue: VenueId): number;
}

export interface SourceReadingOptions {
  readonly sources: AlertSources;
  readonly history: Pick<HistoryReader, 'findResolution'>;
  readonly ages: Ages;
}

/** Types that are read from a source at an interval, in ms. */
export const SOURCE_INTERVALS = {
  silence: 1_000,
  gap: 1_000,
  resolution: 10_000,
  anomaly: 10_000,
  book_broken: 10_000,
  balance: 10_000,
  limit: 10_000,
  edge: 30_000,
} as const satisfies Partial<Record<RuleType, number>>;

export type SourceCondition = ConditionOf<keyof typeof SOURCE_INTERVALS>;

const SEVERITIES = ['info', 'warning', 'critical'] as const;

/** Reads a condition from its source. */
export async function readSourceCondition(
  when: SourceCondition,
  { sources, history, ages }: SourceReadingOptions,
): Promise<Readings> {
  switch (when.type) {
    case 'silence':
      return [
        toAgeReading(ages.findPriceAge(when.asset), when.afterMs, when.asset, {
          late: `${when.asset} has had no new price`,
          over: `${when.asset} has a new price`,
        }),
      ];
    case 'gap':
      return [
        toAgeReading(ages.findVenueAge(when.venue), when.afterMs, null, {
          late: `${when.venue} has not been read`,
          over: `${when.venue} is read again`,
        }),
      ];
    case 'resolution':
      return readResolution(when.asset, history);
    case 'anomaly': {
      const least = SEVERITIES.indexOf(when.severity ?? 'warning');
      return readAnomalies(
        await sources.readAnomalies(),
        ({ code, severity }) =>
          SEVERITIES.indexOf(severity) >= least && (when.codes === undefined || when.codes.includes(code)),
      );
    }
    case 'book_broken':
      return readAnomalies(
        await sources.readAnomalies(),
        ({ code, venue }) => code === 'book_broken' && (when.venue === undefined || when.venue === venue),
      );
    case 'balance':
      return readBalance(when, await sources.readBalance(when.owner));
    case 'limit':
      return readLimit(when, sources);
    case 'edge':
      return readEdges(when, sources);
  }
}

function toAgeReading(
  ageMs: number,
  afterMs: number,
  asset: string | null,
  texts: { readonly late: string; readonly over: string },
): Reading {
  const isLate = ageMs >= afterMs;
  return {
    subject: '',
    asset,
    holds: isLate,
    clears: !isLate,
    value: ageMs,
    threshold: afterMs,
    text: isLate ? `${texts.late} for ${Math.round(ageMs / 1_000)} s` : texts.over,
  };
}

async function readResolution(
  asset: string,
  history: Pick<HistoryReader, 'findResolution'>,
): Promise<Readings> {
  const found = await history.findResolution(findAssetRef(asset)!);
  const value = found === null ? null : (found.payout ?? { yes: 1, no: 0, void: null }[found.outcome]);
  return [
    {
      subject: '',
      asset,
      holds: found !== null,
      clears: found === null,
      value,
      threshold: null,
      text: found === null ? `${asset} trades again` : `${asset} is resolved: ${found.outcome}`,
    },
  ];
}

function readAnomalies(found: readonly Anomaly[] | null, isWanted: (anomaly: Anomaly) => boolean): Readings {
  if (found === null) return null;
  return found.filter(isWanted).map(({ code, venue, message, severity, count = 1 }) => ({
    subject: venue === null ? code : `${code} ${venue}`,
    asset: null,
    holds: true,
    clears: false,
    value: count,
    threshold: null,
    text: `${severity}: ${message}`,
  }));
}

function readBalance({ owner, belowMicroUsd }: ConditionOf<'balance'>, balance: number | null): Readings {
  if (balance === null) return null;
  const isBelow = balance < belowMicroUsd;
  return [
    {
      subject: '',
      asset: null,
      holds: isBelow,
      clears: !isBelow,
      value: balance,
      threshold: belowMicroUsd,
      text: `the balance of ${owner} is ${toUsd(microUsd(balance))} USD, ${isBelow ? '' : 'no longer '}below ${toUsd(microUsd(belowMicroUsd))}`,
    },
  ];
}

async function readLimit(
  { bot, limit, usedFrac }: ConditionOf<'limit'>,
  sources: AlertSources,
): Promise<Readings> {
  const usages = await sources.readLimits(bot);
  if (usages === null) return null;
  return usages
    .filter(({ name }) => name === limit)
    .map(({ asset, limit: allowed, used, reserved }) => {
      const frac = allowed <= 0 ? 1 : (used + reserved) / allowed;
      return {
        subject: asset ?? '',
        asset,
        holds: frac >= usedFrac,
        clears: frac < usedFrac,
        value: frac,
        threshold: usedFrac,
        text: `${bot} has used ${Math.round(100 * frac)} % of ${limit}${asset === null ? '' : ` in ${asset}`}`,
      };
    });
}

async function readEdges(
  { asset, netFrac, notionalUsd }: ConditionOf<'edge'>,
  sources: AlertSources,
): Promise<Readings> {
  const edges = await sources.listEdges(notionalUsd);
  if (edges === null) return null;
  return edges
    .filter(({ assets }) => asset === undefined || assets.includes(asset))
    .map((edge) => ({
      subject: edge.id,
      asset: edge.assets[0] ?? null,
      holds: edge.netFrac !== null && edge.netFrac >= netFrac,
      // A profit that is not known changes nothing.
      clears: edge.netFrac !== null && edge.netFrac < netFrac,
      value: edge.netFrac,
      threshold: netFrac,
      text: `${edge.assets.join(' and ')} pay ${((edge.netFrac ?? 0) * 100).toFixed(2)} % net of fees at ${notionalUsd} USD`,
    }));
}

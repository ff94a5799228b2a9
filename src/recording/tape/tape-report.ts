import type { VenueId } from '../../domain/index.ts';
import type { TapeStatus, VenueTapeStatus } from '../../feed/tape-status.ts';
import type { TapeState } from '../../history/tape/contract/tape-writer.ts';
import type { FoundAsset } from './broken-books.ts';
import type { RateMeter } from './rate-meter.ts';
import type { TapeCollector } from './tape-collector.ts';
import type { TapeCounts } from './tape-counts.ts';
import type { BookChoice, TapeMarkets } from './tape-markets.ts';

/** Maximum number of assets that a message names. Others are counted. */
const MAX_NAMED = 3;

export interface TapeFacts {
  readonly now: number;
  readonly settings: { readonly books: BookChoice; readonly budgetBytes: number };
  readonly markets: TapeMarkets;
  readonly counts: TapeCounts;
  readonly rates: ReadonlyMap<VenueId, RateMeter>;
  readonly collector: Pick<TapeCollector, 'broken' | 'crossed'>;
  readonly state: TapeState | null;
  readonly fullMb: number | null;
  readonly waiting: number;
  /** Reason why nothing is recorded; null: input is recorded. */
  readonly whyStopped: string | null;
  readonly isListed: (asset: string) => boolean;
}

/** Describes the state of the tape in the form of answers. */
export function describeTape(facts: TapeFacts): TapeStatus {
  const { now, settings, markets, counts, rates, state, fullMb, waiting, isListed } = facts;
  const { books: choice, budgetBytes } = settings;
  const unknown = choice === 'all' || choice === 'off' ? [] : [...choice].filter((asset) => !isListed(asset));
  const venues: Partial<Record<VenueId, VenueTapeStatus>> = {};
  for (const [venue, own] of counts.venues) {
    venues[venue] = {
      books: 0,
      sampled: 0,
      changesPerSec: rates.get(venue)?.perSecond(now) ?? 0,
      trades: own.trades,
      buys: own.buys,
      sells: own.sells,
      unknownSide: own.unknownSide,
      duplicates: own.duplicates,
      refused: own.refused,
      breaks: own.breaks,
    };
  }
  let notRecorded = 0;
  for (const { venue, isLive, isRecorded, isSampled, asset } of markets.all()) {
    const own = venues[venue];
    if (!isRecorded && isListed(asset)) notRecorded++;
    if (!isLive || own === undefined) continue;
    own.books++;
    if (isSampled) own.sampled++;
  }
  const rows = Object.values(venues);
  const sum = (name: 'books' | 'sampled' | 'changesPerSec') =>
    rows.reduce((total, row) => total + row[name], 0);
  return {
    books: sum('books'),
    sampled: sum('sampled'),
    notRecorded,
    changesPerSec: sum('changesPerSec'),
    changes: [...rates.values()].reduce((total, rate) => total + rate.total, 0),
    bytesToday: state?.bytesToday ?? 0,
    budgetBytes,
    fullMb,
    waiting,
    resyncChanges: counts.resyncChanges,
    breaks: counts.sumBreaks(),
    trades: counts.sum('trades'),
    unknownSide: counts.sum('unknownSide'),
    duplicates: counts.sum('duplicates'),
    refused: counts.sum('refused'),
    timeRefused: counts.sum('timeRefused'),
    tooOld: counts.sum('tooOld'),
    unlisted: counts.unlisted,
    tradesLeft: counts.tradesLeft,
    unknown,
    venues,
    anomalies: findTapeAnomalies(facts),
  };
}

function findTapeAnomalies({ now, collector, whyStopped }: TapeFacts): TapeStatus['anomalies'] {
  const found = [
    ...byVenue(collector.broken.list(now), 'book_broken', 'books that broke five times within an hour'),
    ...byVenue(
      collector.crossed.list(now),
      'book_crossed',
      'books whose best bid is above the best ask for ten seconds',
    ),
  ];
  if (whyStopped === null) return found;
  return [
    {
      severity: 'critical',
      code: 'tape_stopped',
      venue: null,
      message: `the tape is not written: ${whyStopped}`,
    },
    ...found,
  ];
}

function byVenue(
  found: readonly FoundAsset[],
  code: 'book_broken' | 'book_crossed',
  what: string,
): TapeStatus['anomalies'] {
  return [...Map.groupBy(found, ({ venue }) => venue)].map(([venue, ofVenue]) => ({
    severity: 'warning' as const,
    code,
    venue,
    message: `${what}: ${nameFirst(ofVenue)}`,
    count: ofVenue.length,
  }));
}

function nameFirst(found: readonly FoundAsset[]): string {
  const names = found.slice(0, MAX_NAMED).map(({ asset }) => asset);
  const more = found.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

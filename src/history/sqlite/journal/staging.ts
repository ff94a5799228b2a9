import type { ObservationSource, Recorder } from '../../../domain/index.ts';
import { ColumnBuilder } from '../../columns/columns.ts';
import type { SeriesObservation } from '../../contract/history-store.ts';
import { encodeSource } from '../../contract/source-codes.ts';
import type { LiveSeries } from '../series/live-series.ts';
import type { SeriesState } from '../series/series.ts';
import type { JournalBatch } from './journal.ts';

/** Records of a batch, divided by where they are stored. */
export interface StagedBatch {
  /** Series that are not stored yet. */
  readonly created: readonly SeriesState[];
  /** Series of each record of the journal row. */
  readonly members: readonly SeriesState[];
  /** Series of the journal row, new ones included, that have no tail yet. */
  readonly woken: ReadonlySet<SeriesState>;
  /** Journal row, valid until the next batch is staged. */
  readonly journal: JournalBatch;
  /** Records that are earlier than the newest sealed one of their series, and so must be merged into pieces. */
  readonly late: ReadonlyMap<SeriesState, ColumnBuilder>;
  /** Series with a record in the batch that is earlier than their newest one. */
  readonly unordered: ReadonlySet<SeriesState>;
}

let numbers = new Uint32Array(0);
let records = new ColumnBuilder();

/**
 * Divides a batch into records for the journal and records that must be merged into pieces. Writes nothing.
 *
 * @throws {RangeError} on the first record with an impossible time, price or volume.
 */
export function stage(batch: readonly SeriesObservation[], index: LiveSeries): StagedBatch {
  if (numbers.length < batch.length) {
    numbers = new Uint32Array(batch.length);
    records = new ColumnBuilder(batch.length);
  }
  records.clear();
  const members: SeriesState[] = [];
  const created = new Map<string, SeriesState>();
  const late = new Map<SeriesState, ColumnBuilder>();
  const unordered = new Set<SeriesState>();
  const woken = new Set<SeriesState>();
  // Venue and source are looked up only when they change, since most batches have one of each.
  let venue: Recorder | null = null;
  let ofVenue: ReadonlyMap<string, SeriesState> | null = null;
  const asleep = new Map<Recorder, ReadonlyMap<string, SeriesState>>();
  let source: ObservationSource | null = null;
  let code = encodeSource(source);
  for (let i = 0; i < batch.length; i++) {
    const observation = batch[i]!;
    const { t, p, v } = observation;
    if (!Number.isSafeInteger(t) || !Number.isFinite(p) || (v !== null && !Number.isFinite(v))) {
      throw new RangeError(`not an observation: ${observation.asset} t ${t} p ${p} v ${v}`);
    }
    if (observation.venue !== venue) {
      venue = observation.venue;
      ofVenue = index.ofVenue(venue);
    }
    if (observation.s !== source) {
      source = observation.s;
      code = encodeSource(source);
    }
    let series = ofVenue?.get(observation.storeKey);
    if (series === undefined) {
      // A poll with one series that is not written to often has many.
      const others = asleep.get(venue) ?? findAsleep(venue, batch, index);
      asleep.set(venue, others);
      series = others.get(observation.storeKey) ?? create(observation, index, created);
    }
    const volume = v === null ? Number.NaN : v;
    if (t < getLastTime(series)) unordered.add(series);
    if (t < series.sealed.lastMs) {
      const columns = late.get(series) ?? new ColumnBuilder();
      columns.push(t, p, volume, code);
      late.set(series, columns);
    } else {
      if (series.tail.length === 0) woken.add(series);
      numbers[members.length] = series.id;
      members.push(series);
      records.push(t, p, volume, code);
    }
  }
  const { length, t, p, v, s } = records;
  return {
    created: [...created.values()],
    members,
    late,
    unordered,
    woken,
    journal: { venue: batch[0]!.venue, length, t, p, v, s, series: numbers },
  };
}

/** Finds the stored series of a batch that are not written to, of one venue. @returns By store key. */
function findAsleep(
  venue: Recorder,
  batch: readonly SeriesObservation[],
  index: LiveSeries,
): ReadonlyMap<string, SeriesState> {
  const live = index.ofVenue(venue);
  const storeKeys = new Set<string>();
  for (const observation of batch) {
    if (observation.venue === venue && !live?.has(observation.storeKey)) storeKeys.add(observation.storeKey);
  }
  return index.findAsleep(venue, storeKeys);
}

function create(
  observation: SeriesObservation,
  index: LiveSeries,
  created: Map<string, SeriesState>,
): SeriesState {
  const { venue, storeKey, asset } = observation;
  const key = `${venue} ${storeKey}`;
  const series = created.get(key) ?? index.propose({ venue, storeKey, asset }, created.size);
  created.set(key, series);
  return series;
}

function getLastTime({ tail, sealed }: SeriesState): number {
  return tail.length > 0 ? tail.lastMs : sealed.lastMs;
}

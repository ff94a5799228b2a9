import { randomUUID } from 'node:crypto';
import { RECORDERS } from '../../domain/index.ts';
import type { SeriesObservation } from '../contract/history-store.ts';
import type { Listing } from '../contract/market-register.ts';
import type { SeriesKey } from '../contract/series.ts';
import { checkObservations, encodeObservations } from './arrivals.ts';
import type { NewestTimes } from './newest-times.ts';
import { OutboxRoom } from './outbox-room.ts';
import type { VenueBatch } from './postgres/outbox.ts';
import type { RegisterChanges } from './postgres/register-changes.ts';
import type { NamedSeries } from './postgres/series-names.ts';
import type { ServerHistoryReader } from './server-history-reader.ts';
import type { WaitingBatches } from './waiting-batches.ts';

/** Estimated memory of a waiting record, bytes. */
export const RECORD_BYTES = 64;

export const NO_CHANGES: RegisterChanges = { markets: [], rules: [], ends: [] };

export interface OutboxWriterOptions extends Pick<ServerHistoryReader, 'names' | 'outbox' | 'register'> {
  readonly waiting: WaitingBatches;
  readonly newest: NewestTimes;
  /** Maximum number of bytes that wait in PostgreSQL for the table; above it, batches are refused. */
  readonly maxOutboxBytes: number;
}

/** Series of a record that is to be stored. */
type RecordedSeries = SeriesKey & { readonly asset: string };

/**
 * Stores polls in the outbox of PostgreSQL: finds or proposes the numbers of their series, encodes their records, and
 * waits for the lease.
 */
export class OutboxWriter {
  readonly #options: OutboxWriterOptions;
  readonly #room: OutboxRoom;
  #isPrepared = false;
  #stored = 1;

  constructor(options: OutboxWriterOptions) {
    this.#options = options;
    this.#room = new OutboxRoom(() => options.outbox.state(), options.maxOutboxBytes);
  }

  /** Number of stored batches. It begins with one, so that the first read ships what an earlier run left. */
  get stored(): number {
    return this.#stored;
  }

  async append(batch: readonly SeriesObservation[], listing?: Listing): Promise<void> {
    checkObservations(batch);
    const venues = [
      ...new Set([...(listing === undefined ? [] : [listing.venue]), ...batch.map(({ venue }) => venue)]),
    ];
    if (venues.length === 0) return;
    if (batch.length > 0) this.#room.require();
    const keys = new Map(RECORDERS.map((venue) => [venue, randomUUID()]));
    await this.#options.waiting.store(venues, toBytes(batch, listing), async (fences) => {
      const prepared: VenueBatch[] = [];
      for (const venue of venues) {
        const records = venues.length === 1 ? batch : batch.filter((record) => record.venue === venue);
        const changed = listing?.venue === venue ? listing.changed : [];
        const changes =
          changed.length === 0 ? NO_CHANGES : await this.#options.register.review(changed, listing?.at ?? 0);
        const { named, isNew } = await this.name(records);
        prepared.push({
          venue,
          batchKey: keys.get(venue) as string,
          names: isNew,
          changes,
          forecasts: listing?.venue === venue ? (listing.forecasts ?? []) : [],
          marks: listing?.venue === venue ? (listing.marks ?? []) : [],
          records: encodeObservations(records, {
            named,
            isNew: new Set(isNew),
            newest: this.#options.newest,
          }),
        });
      }
      await this.store(prepared, fences);
    });
  }

  /** Stores a batch of each venue in one transaction. @param fences Fences of the venues, in the order of the batches. */
  async store(batches: readonly VenueBatch[], fences: readonly number[]): Promise<void> {
    await this.#prepare();
    if (batches.length === 1) await this.#options.outbox.append(batches[0]!, fences[0]!);
    else {
      await this.#options.outbox.appendAll(batches.map((batch, i) => ({ batch, fence: fences[i]! })));
    }
    for (const { names } of batches) for (const series of names) this.#options.names.remember(series);
    this.#stored++;
  }

  /** Finds the name and number of each record's series, and lists the series that are not stored yet. */
  async name(records: readonly RecordedSeries[]): Promise<{
    readonly named: readonly NamedSeries[];
    readonly isNew: readonly NamedSeries[];
  }> {
    const named = records.map((record) => this.#options.names.get(record));
    const unknown = new Map(
      records.filter((_, i) => named[i] === undefined).map((record) => [record.storeKey, record]),
    );
    if (unknown.size === 0) return { named: named as NamedSeries[], isNew: [] };
    const series = [...unknown.values()];
    const found = await this.#options.names.findMany(series);
    const unnamed = series
      .filter((_, i) => found[i] === null)
      .map(({ venue, storeKey, asset }) => ({ venue, storeKey, asset }));
    const isNew = unnamed.length === 0 ? [] : await this.#options.names.propose(unnamed);
    const read = new Map(
      [...found.filter((one) => one !== null), ...isNew].map((one) => [one.storeKey, one]),
    );
    return { named: records.map(({ storeKey }, i) => named[i] ?? read.get(storeKey)!), isNew };
  }

  /** Creates the outbox rows of all venues, once. */
  async #prepare(): Promise<void> {
    if (this.#isPrepared) return;
    await this.#options.outbox.prepare(RECORDERS);
    this.#isPrepared = true;
  }
}

/** Estimates the bytes of a batch in memory. Rules are the largest part of a market, two bytes a character. */
function toBytes(batch: readonly SeriesObservation[], listing: Listing | undefined): number {
  const changed = listing?.changed ?? [];
  return changed.reduce((sum, { rules }) => sum + 2 * (rules?.length ?? 0), RECORD_BYTES * batch.length);
}

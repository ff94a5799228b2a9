import type { VenueId } from '../../domain/index.ts';
import type { SettledLine, SettledRow } from '../contract/settled.ts';
import { formatResolutionLine, hashMembers } from './line-text.ts';

type Field = string | number | null;

/** Columns of a verdict, in their order. */
export const SETTLED_COLUMNS =
  'venue, store_key, asset, source, coin, verdict, reason, close_at, decided_at, reopened, data';

/** Columns of a line, in their order. */
export const LINE_COLUMNS = 'recorded_at, venue, store_key, asset, line, said';

/** Converts a verdict to its stored form: searched members as columns, and all members as JSON. */
export function toSettledFields(row: SettledRow): readonly Field[] {
  const { venue, storeKey, asset, ...rest } = row;
  const { source, coin, verdict, reason, closeAt, decidedAt, isReopened } = rest;
  const found = [venue, storeKey, asset, source, coin, verdict, reason, closeAt, decidedAt];
  return [...found, isReopened === true ? 1 : 0, JSON.stringify(rest)];
}

/** Columns that a verdict is read from. */
export interface StoredSettled {
  readonly venue: VenueId;
  readonly store_key: string;
  readonly asset: string;
  readonly data: string;
}

/** Reads the stored row of a settled market. */
export function parseSettled({ venue, store_key: storeKey, asset, data }: StoredSettled): SettledRow {
  return {
    venue,
    storeKey,
    asset,
    ...(JSON.parse(data) as Omit<SettledRow, 'venue' | 'storeKey' | 'asset'>),
  };
}

/** Stored form of a line: its text as it is hashed, and what it was made from as JSON. */
export function toLineFields(line: SettledLine): readonly Field[] {
  const { venue, storeKey, asset, recordedAt, ...said } = line;
  return [recordedAt, venue, storeKey, asset, formatSettledLine(line), JSON.stringify(said)];
}

/** Columns that a line is read from. */
export interface StoredLine {
  readonly recorded_at: number | string;
  readonly venue: VenueId;
  readonly store_key: string;
  readonly asset: string;
  readonly line: string;
  readonly said: string;
}

/** Reads the stored line of a settled market, with the time of its recording. */
export function parseSettledLine({
  recorded_at,
  venue,
  store_key: storeKey,
  asset,
  said,
}: StoredLine): SettledLine {
  type Said = Omit<SettledLine, 'venue' | 'storeKey' | 'asset' | 'recordedAt'>;
  const recordedAt = Number(recorded_at) as SettledLine['recordedAt'];
  return { venue, storeKey, asset, recordedAt, ...(JSON.parse(said) as Said) };
}

/** Text of a line as the day's tree hashes it (docs/settled.md). */
export function formatSettledLine(line: SettledLine): string {
  const { terms, stated } = line;
  const statedHash = stated === null ? null : hashMembers(stated);
  return formatResolutionLine({ ...line, termsHash: hashMembers(terms), statedHash });
}

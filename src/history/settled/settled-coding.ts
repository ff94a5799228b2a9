import type { VenueId } from '../../domain/index.ts';
import type { SettledLine, SettledRow } from '../contract/settled.ts';
import { formatResolutionLine, hashMembers } from './line-text.ts';

type Field = string | number | null;

/** Columns of the table of verdicts, in the order of {@link toSettledFields}. */
export const SETTLED_COLUMNS =
  'venue, store_key, asset, source, coin, verdict, reason, close_at, decided_at, reopened, data';

/** Columns of the table of lines, in the order of {@link toLineFields}. */
export const LINE_COLUMNS = 'recorded_at, venue, store_key, asset, line, said';

/** Converts a verdict to the values of its row: members that are searched as columns, and all members as JSON. */
export function toSettledFields(row: SettledRow): readonly Field[] {
  const { venue, storeKey, asset, ...rest } = row;
  const { source, coin, verdict, reason, closeAt, decidedAt, isReopened } = rest;
  const found = [venue, storeKey, asset, source, coin, verdict, reason, closeAt, decidedAt];
  return [...found, isReopened === true ? 1 : 0, JSON.stringify(rest)];
}

/** Columns from which a verdict is read. */
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

/** Converts a line to the values of its row: its hashed text, and the statement behind it as JSON. */
export function toLineFields(line: SettledLine): readonly Field[] {
  const { venue, storeKey, asset, recordedAt, ...said } = line;
  return [recordedAt, venue, storeKey, asset, formatSettledLine(line), JSON.stringify(said)];
}

/** Columns from which a line is read. */
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

/** Formats a line as the tree of its day hashes it (docs/settled.md). */
export function formatSettledLine(line: SettledLine): string {
  const { terms, stated } = line;
  const statedHash = stated === null ? null : hashMembers(stated);
  return formatResolutionLine({ ...line, termsHash: hashMembers(terms), statedHash });
}

import type { Clock, Gap } from '../../../domain/index.ts';
import type { StoredResolution } from '../../contract/resolutions.ts';
import type { SeriesKey } from '../../contract/series.ts';
import type { BarTable } from '../bars/bar-table.ts';
import type { GapTable } from '../gap-table.ts';
import type { HistoryWriter } from '../history-writer.ts';
import type { PackTable } from '../pieces/pack-table.ts';
import type { MarkTable } from '../references/mark-table.ts';
import type { Register } from '../register/register.ts';
import type { ResolutionTable } from '../resolution-table.ts';
import type { SeriesEvent } from './batch-events.ts';
import type { BatchTable } from './batch-table.ts';
import type { MarketsEvent } from './markets-event.ts';
import type { RowsEvent } from './rows-event.ts';

export type NamedSeries = SeriesKey & { readonly asset: string };

/** Event of a batch: the key of a series, or a change other than records with the value before it. */
export type BatchEvent = SeriesEvent<NamedSeries> | BatchChangeEvent;

export type BatchChangeEvent =
  | { readonly kind: 'gap'; readonly was: Gap | null; readonly is: Gap }
  | { readonly kind: 'resolution'; readonly was: StoredResolution | null; readonly is: StoredResolution }
  | MarketsEvent
  | RowsEvent<'marks'>
  | RowsEvent<'bars'>;

/** Parts of a history file with which batches work. */
export interface BatchParts {
  readonly writer: HistoryWriter;
  readonly table: BatchTable;
  readonly packs: PackTable;
  readonly gaps: GapTable;
  readonly resolutions: ResolutionTable;
  readonly register: Register;
  readonly marks: MarkTable;
  readonly bars: BarTable;
  readonly clock: Clock;
  /** Called when gaps were changed. */
  readonly onGaps: () => void;
}

/** Number of changes of gaps and resolutions in one step; an event of markets, marks or bars is a step of its own. */
export const EVENTS_A_STEP = 32;

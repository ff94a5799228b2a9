import type { EpochMs, Recorder } from '../../../domain/index.ts';
import type { TreeDay } from '../days.ts';
import type { TreeDamage, TreePart } from '../manifest.ts';
import type { SmallTable } from '../tables.ts';
import type { RestoredSpan, SeriesSelection } from '../tree-source.ts';

/** Known parts of a tree that is written file by file. */
export interface KnownTree {
  /** Parts of closed days: the written ones, and a placeholder without SHA-256 for each day that is not written. */
  readonly parts: readonly TreePart[];
  /** Time when the parts were last compared with the history; null when they never were. */
  readonly asOfMs: EpochMs | null;
  /** Position of the history at that time; null when unknown. */
  readonly position: number | null;
  /** Asset ids of the tree; null for all. */
  readonly assets: readonly string[] | null;
}

/** Differences between a tree and the history. */
export interface ServedPlan {
  readonly store: string;
  readonly asOfMs: EpochMs;
  readonly position: number;
  /** Whether a backup was restored in place of the history, so that none of the known parts is valid. */
  readonly isBehind: boolean;
  readonly imported: readonly string[];
  readonly restored: readonly RestoredSpan[];
  /** Closed days that are new, or into which records were inserted after their parts were written. */
  readonly days: readonly TreeDay[];
  /** Days that are not closed. */
  readonly open: readonly TreeDay[];
  /** Paths of the known parts that are still valid. */
  readonly kept: readonly string[];
  /** Number of series with records, by venue. */
  readonly series: Readonly<Partial<Record<Recorder, number>>>;
  readonly withdrawn: readonly string[];
}

export interface DayRequest {
  readonly directory: string;
  /** Table to write; books are written with their spans. */
  readonly table: TreeDay['table'];
  readonly venue: Recorder;
  /** Day as the number of days since 1970. */
  readonly day: number;
  /** Asset ids of the tree; null for all. */
  readonly assets: readonly string[] | null;
  /** Every record that was acknowledged at this time must be in the parts. */
  readonly asOfMs: EpochMs;
  /** Whether the day becomes one part, however many rows it has. */
  readonly isWhole: boolean;
}

export interface MadeDay {
  readonly parts: readonly TreePart[];
  /** Damage of the day: records that could not be read. */
  readonly damaged: readonly TreeDamage[];
}

export interface TableRequest {
  readonly directory: string;
  readonly table: SmallTable;
  readonly selection: SeriesSelection;
}

/** Writes files of a tree from a history, one at a time. */
export interface TreeMaker {
  plan(known: KnownTree): Promise<ServedPlan>;
  makeDay(request: DayRequest): Promise<MadeDay>;
  makeTable(request: TableRequest): Promise<TreePart>;
  close(): Promise<void>;
}

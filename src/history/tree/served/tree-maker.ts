import type { EpochMs, Recorder } from '../../../domain/index.ts';
import type { TreeDay } from '../days.ts';
import type { TreeDamage, TreePart } from '../manifest.ts';
import type { SmallTable } from '../tables.ts';
import type { RestoredSpan, SeriesSelection } from '../tree-source.ts';

/** The state of a tree that is made file by file. */
export interface KnownTree {
  /** Parts of closed days: those that were made, and one without a sha256 for each day that was not. */
  readonly parts: readonly TreePart[];
  /** When the parts were last compared with the store; null: never. */
  readonly asOfMs: EpochMs | null;
  /** The position of the store then; null: not known. */
  readonly position: number | null;
  /** The assets of the tree; null: all. */
  readonly assets: readonly string[] | null;
}

/** How a tree differs from the store. */
export interface ServedPlan {
  readonly store: string;
  readonly asOfMs: EpochMs;
  readonly position: number;
  /** Whether the known parts are of another past, since a backup took the place of the store: none of them holds. */
  readonly isBehind: boolean;
  readonly imported: readonly string[];
  readonly restored: readonly RestoredSpan[];
  /** Closed days that are new, or that were inserted into since their parts were made. */
  readonly days: readonly TreeDay[];
  /** Days that are not closed. */
  readonly open: readonly TreeDay[];
  /** Paths of the known parts that are as the store has them. */
  readonly kept: readonly string[];
  /** Series with records, by venue. */
  readonly series: Readonly<Partial<Record<Recorder, number>>>;
  readonly withdrawn: readonly string[];
}

export interface DayRequest {
  readonly directory: string;
  /** Books are made with their spans. */
  readonly table: TreeDay['table'];
  readonly venue: Recorder;
  /** Days since 1970. */
  readonly day: number;
  /** The assets of the tree; null: all. */
  readonly assets: readonly string[] | null;
  /** Every record acknowledged at this time is in the parts. */
  readonly asOfMs: EpochMs;
  /** Whether the day is one part, however many rows it has. */
  readonly isWhole: boolean;
}

export interface MadeDay {
  readonly parts: readonly TreePart[];
  /** Records of the day that could not be read. */
  readonly damaged: readonly TreeDamage[];
}

export interface TableRequest {
  readonly directory: string;
  readonly table: SmallTable;
  readonly selection: SeriesSelection;
}

/** Makes files of a tree from a store, one at a time. */
export interface TreeMaker {
  plan(known: KnownTree): Promise<ServedPlan>;
  makeDay(request: DayRequest): Promise<MadeDay>;
  makeTable(request: TableRequest): Promise<TreePart>;
  close(): Promise<void>;
}

import { DAY_MS, epochMs, MINUTE_MS, type Recorder } from '../../../domain/index.ts';
import { findFirstOpenDay, findFolderVenue } from '../days.ts';
import { DATA_LICENCE, TREE_VERSION, type TreeManifest, type TreePart } from '../manifest.ts';
import { isDayTable, TABLE_COLUMNS, type TreeTable } from '../tables.ts';
import { findOpenPart, type ServedSelection, type VenueChoice } from './served-selection.ts';
import { SERVED_FORM } from './source-tree-maker.ts';
import type { ServedPlan } from './tree-maker.ts';

/** Selection of a tree that a caller requests. */
export interface ServedChoice {
  readonly venues: VenueChoice;
  /** Canonical asset ids, sorted; then `venues` is null. Null: all series of the venues. */
  readonly assets: readonly string[] | null;
  /** Tables in the order of the manifest. */
  readonly tables: readonly TreeTable[];
}

/** Manifest of a tree some of whose parts are not written yet: their SHA-256, rows and bytes are null. */
export type ServedManifest = Omit<Required<TreeManifest>, 'parts' | 'gaps' | 'totals'> & {
  readonly parts: readonly ServedPart[];
  /** Number of gaps; null while their table is not written. */
  readonly gaps: number | null;
  readonly totals: {
    readonly rows: number | null;
    readonly bytes: number | null;
    readonly series: number;
  };
};

export type ServedPart = Omit<Required<TreePart>, 'rows' | 'series' | 'bytes'> & {
  readonly rows: number | null;
  readonly series: number | null;
  readonly bytes: number | null;
};

/**
 * Composes the manifest of the known parts of a selection.
 *
 * @param options.isOpen Whether the days that are not closed are included.
 * @param options.now Monotonic time, ms.
 */
export function composeManifest(
  selected: ServedSelection,
  plan: ServedPlan,
  {
    venues,
    tables,
    isOpen,
    simulated,
    now,
  }: Pick<ServedChoice, 'venues' | 'tables'> & {
    readonly isOpen: boolean;
    readonly simulated: boolean;
    readonly now: number;
  },
): ServedManifest {
  const isReadable = (venue: Recorder) => venues === null || venues.includes(venue);
  const parts = [...selected.parts.values(), ...(isOpen ? selected.openParts(plan) : [])]
    .filter(({ table, path: name }) => tables.includes(table) && isReadable(findFolderVenue(name)!))
    .concat(selected.listTableParts(tables, venues, now))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map((part) => toServed(part, plan.asOfMs));
  const rows = parts.filter(({ table }) => table === 'observations').map((part) => part.rows);
  const damaged = [...selected.damaged.values()]
    .flat()
    .filter(({ venue }) => venue === null || isReadable(venue))
    .filter(({ kind }) => (kind !== 'books' && kind !== 'trades') || tables.includes(kind));
  const lastMs = epochMs(findFirstOpenDay(plan.asOfMs) * DAY_MS - 1);
  return {
    version: TREE_VERSION,
    store: plan.store,
    licence: DATA_LICENCE,
    simulated,
    // Parts of open days are as of a whole minute, which is part of their names.
    asOfMs: isOpen ? epochMs(Math.floor(plan.asOfMs / MINUTE_MS) * MINUTE_MS) : plan.asOfMs,
    position: plan.position,
    window: { fromMs: null, toMs: isOpen ? null : lastMs },
    selection: {
      venues: venues === null ? null : [...venues],
      assets: selected.assets === null ? null : [...selected.assets],
      tables: [...tables],
      ...SERVED_FORM,
    },
    schema: Object.fromEntries(tables.map((table) => [table, [...TABLE_COLUMNS[table]]])),
    parts,
    gaps: parts.find(({ table }) => table === 'gaps')?.rows ?? null,
    damaged,
    withdrawn: [...plan.withdrawn],
    imported: [...plan.imported],
    restored: [...plan.restored],
    totals: {
      rows: sum(rows),
      bytes: sum(parts.map((part) => part.bytes)),
      series: Object.entries(plan.series)
        .filter(([venue]) => isReadable(venue as Recorder))
        .reduce((total, [, count]) => total + count, 0),
    },
  };
}

/**
 * Describes a part for the manifest. Numbers that need its file are null while the part is not written.
 *
 * @param asOfMs Time when closed days were compared with the history.
 */
function toServed(part: TreePart, asOfMs: number): ServedPart {
  const ownMs = isDayTable(part.table) ? (findOpenPart(part.path)?.asOfMs ?? asOfMs) : null;
  const served = { ...part, asOfMs: ownMs ?? part.asOfMs ?? null };
  return part.sha256 === null ? { ...served, rows: null, series: null, bytes: null } : served;
}

function sum(counts: readonly (number | null)[]): number | null {
  return counts.reduce((total, count) => (total === null || count === null ? null : total + count), 0);
}

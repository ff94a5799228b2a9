import { DAY_MS, epochMs, MINUTE_MS, type Recorder } from '../../../domain/index.ts';
import { findFirstOpenDay, findFolderVenue } from '../days.ts';
import { DATA_LICENCE, TREE_VERSION, type TreeManifest, type TreePart } from '../manifest.ts';
import { isDayTable, TABLE_COLUMNS, type TreeTable } from '../tables.ts';
import { findOpenPart, type ServedSelection, type VenueChoice } from './served-selection.ts';
import { SERVED_FORM } from './source-tree-maker.ts';
import type { ServedPlan } from './tree-maker.ts';

/** The tree that a caller asks for. */
export interface ServedChoice {
  readonly venues: VenueChoice;
  /** Canonical ids, sorted; null: all series of the venues. With some, venues are null. */
  readonly assets: readonly string[] | null;
  /** In the order of the manifest. */
  readonly tables: readonly TreeTable[];
}

/** The manifest of a tree whose parts need not be made: those have no sha256, and their rows and bytes are not known. */
export type ServedManifest = Omit<Required<TreeManifest>, 'parts' | 'gaps' | 'totals'> & {
  readonly parts: readonly ServedPart[];
  /** Number of gaps; null: the table is not made. */
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
 * The manifest of the known parts of a selection.
 *
 * @param options.isOpen With the days that are not closed.
 * @param options.now Monotonic ms.
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
    // Open days are as of the minute that their names state.
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
 * Describes a part for the manifest. Figures that need its file are null while the part is not made yet.
 *
 * @param asOfMs When closed days were compared.
 */
function toServed(part: TreePart, asOfMs: number): ServedPart {
  const ownMs = isDayTable(part.table) ? (findOpenPart(part.path)?.asOfMs ?? asOfMs) : null;
  const served = { ...part, asOfMs: ownMs ?? part.asOfMs ?? null };
  return part.sha256 === null ? { ...served, rows: null, series: null, bytes: null } : served;
}

function sum(counts: readonly (number | null)[]): number | null {
  return counts.reduce((total, count) => (total === null || count === null ? null : total + count), 0);
}

import { type EpochMs, epochMs, MINUTE_MS, type Recorder } from '../../../domain/index.ts';
import { formatDayFolder, listDayTables, type TreeDay } from '../days.ts';
import type { TreeDamage, TreePart } from '../manifest.ts';
import { findSmallTable } from '../small-table-file.ts';
import { type DayTable, SMALL_TABLES, type SmallTable, type TreeTable } from '../tables.ts';
import type { ServedIndex } from './served-index.ts';
import { SERVED_FORM } from './source-tree-maker.ts';
import type { ServedPlan } from './tree-maker.ts';

/** Time for which a manifest names a written small table: these tables change with the history. */
const TABLE_KEPT_MS = 10 * MINUTE_MS;
/** Time for which parts of open days can be requested after a manifest named them. */
const OPEN_KEPT_MS = 10 * MINUTE_MS;

const OPEN_PART = /^(observations\/venue=[a-z]+\/date=-?[\d-]+)\/part-0-(\d{1,15})\.parquet$/;

/** Venues that a caller may read; null for all. */
export type VenueChoice = readonly Recorder[] | null;

/** Part of an open day as it was at a time. */
export interface OpenPart {
  readonly folder: string;
  readonly asOfMs: number;
}

/** Parses the path of a part of an open day; null when it is another path. */
export function findOpenPart(name: string): OpenPart | null {
  const found = OPEN_PART.exec(name);
  return found === null ? null : { folder: found[1]!, asOfMs: Number(found[2]) };
}

/**
 * Known parts of one selection: of all series, or of some assets. What is known of a part stays when the cache removes
 * its file, since the same bytes are written again.
 */
export class ServedSelection {
  /** Canonical asset ids, sorted; null for all series. */
  readonly assets: readonly string[] | null;
  /** Time when the parts were last compared with the history; null before that. */
  asOfMs: EpochMs | null = null;
  /** Position of the history at that time. */
  position: number | null = null;
  /** Last comparison, and its monotonic time, ms. */
  planned: { readonly plan: ServedPlan; readonly at: number } | null = null;
  /** Parts of closed days, by path. */
  readonly parts = new Map<string, TreePart>();
  /** Damage of each day, by its folder. */
  readonly damaged = new Map<string, readonly TreeDamage[]>();
  /** Parts of open days by path. */
  readonly open = new Map<string, TreePart>();
  /** Small tables by name and venues. */
  readonly #tables = new Map<string, { readonly part: TreePart; readonly at: number }>();

  constructor(assets: readonly string[] | null) {
    this.assets = assets;
  }

  /** Key of this selection, by which work for it is distinguished from work for others. */
  get key(): string {
    return this.assets === null ? '' : this.assets.join(',');
  }

  /** Restores what an earlier run of the process has stored. */
  restore({ asOfMs, position, parts, damaged }: ServedIndex): void {
    this.asOfMs = asOfMs === null ? null : epochMs(asOfMs);
    this.position = position ?? null;
    for (const part of parts) this.parts.set(part.path, part);
    for (const { folder, damaged: ofDay } of damaged) this.damaged.set(folder, ofDay);
  }

  /** Returns what the next run of the process restores. */
  toIndex(store: string): ServedIndex {
    const damaged = [...this.damaged].map(([folder, ofDay]) => ({ folder, damaged: [...ofDay] }));
    const { asOfMs, position } = this;
    return { store, asOfMs, position, parts: [...this.parts.values()], damaged };
  }

  /**
   * Applies the result of a comparison.
   *
   * @param sent Parts that were compared; parts written in the meantime stay.
   * @returns Whether any part has changed.
   */
  applyPlan(
    plan: ServedPlan,
    { sent, now }: { readonly sent: readonly TreePart[]; readonly now: number },
  ): boolean {
    const kept = new Set(plan.kept);
    const gone = sent.filter((part) => !kept.has(part.path) && this.parts.get(part.path) === part);
    for (const { path: name } of gone) {
      this.parts.delete(name);
      this.damaged.delete(toFolder(name));
    }
    const found = plan.days.flatMap(listUnmadeParts).filter(({ path: name }) => !this.parts.has(name));
    for (const part of found) this.parts.set(part.path, part);
    for (const name of this.open.keys()) {
      if (now - (findOpenPart(name)?.asOfMs ?? 0) > OPEN_KEPT_MS) this.open.delete(name);
    }
    this.asOfMs = plan.asOfMs;
    this.position = plan.position;
    return gone.length + found.length > 0;
  }

  /** Replaces the parts of a day by the written ones. */
  putDay(folder: string, parts: readonly TreePart[], damaged: readonly TreeDamage[]): void {
    const folders = new Set([folder, ...parts.map(({ path: name }) => toFolder(name))]);
    for (const name of this.parts.keys()) if (folders.has(toFolder(name))) this.parts.delete(name);
    for (const part of parts) this.parts.set(part.path, part);
    if (damaged.length === 0) this.damaged.delete(folder);
    else this.damaged.set(folder, damaged);
  }

  /** Lists the parts of days that are not closed, as of the last whole minute. */
  openParts({ open, asOfMs }: ServedPlan): TreePart[] {
    const minute = Math.floor(asOfMs / MINUTE_MS) * MINUTE_MS;
    return open.map((day) => {
      const name = `${formatDayFolder(day)}/part-0-${minute}.parquet`;
      return this.open.get(name) ?? { ...unmadePart(day, 'observations'), path: name };
    });
  }

  /** Finds the open day of a requested part; null when there is none, or when the part is too old. */
  findOpenDay({ open }: ServedPlan, { folder, asOfMs }: OpenPart, now: number): TreeDay | null {
    const age = now - asOfMs;
    if (asOfMs % MINUTE_MS !== 0 || age < 0 || age > OPEN_KEPT_MS) return null;
    return open.find((one) => formatDayFolder(one) === folder) ?? null;
  }

  /** Lists the small tables for a manifest; one that is too old counts as not written. */
  listTableParts(tables: readonly TreeTable[], venues: VenueChoice, now: number): TreePart[] {
    return SMALL_TABLES.filter((table) => tables.includes(table)).map((table) => {
      const key = formatTableKey(table, venues);
      const found = this.#tables.get(key);
      if (found !== undefined && now - found.at <= TABLE_KEPT_MS) return found.part;
      this.#tables.delete(key);
      const path = findSmallTable(table, SERVED_FORM);
      return { ...UNMADE, path, table, seq: null, closed: false, asOfMs: null };
    });
  }

  /**
   * Finds a written small table. It can be requested for longer than manifests name it, so that the reader of a
   * manifest gets the files that it names.
   */
  findTable(table: SmallTable, venues: VenueChoice, now: number): TreePart | null {
    const found = this.#tables.get(formatTableKey(table, venues));
    return found === undefined || now - found.at > 2 * TABLE_KEPT_MS ? null : found.part;
  }

  putTable(
    table: SmallTable,
    venues: VenueChoice,
    made: { readonly part: TreePart; readonly at: number },
  ): void {
    this.#tables.set(formatTableKey(table, venues), made);
  }

  /** Forgets everything, since the history is another one. */
  forget(): void {
    this.asOfMs = null;
    this.position = null;
    this.planned = null;
    for (const map of [this.parts, this.damaged, this.open, this.#tables]) map.clear();
  }
}

/** Formats the key of a table, by which work for it is distinguished from work for others. */
export function formatTableKey(table: SmallTable, venues: VenueChoice): string {
  return `${table} ${venues === null ? '' : [...venues].sort().join(' ')}`;
}

const UNMADE = { rows: 0, series: 0, firstMs: null, lastMs: null, bytes: 0, sha256: null } as const;

/** Lists placeholders for a day whose parts are not written: each of its tables has at least one part. */
function listUnmadeParts(day: TreeDay): TreePart[] {
  return listDayTables(day).map((table) => unmadePart(day, table));
}

function unmadePart(day: TreeDay, table: DayTable): TreePart {
  const { seq, closed } = day;
  const path = `${formatDayFolder({ ...day, table })}/part-0.parquet`;
  return { ...UNMADE, path, table, seq, closed };
}

function toFolder(name: string): string {
  return name.slice(0, name.lastIndexOf('/'));
}

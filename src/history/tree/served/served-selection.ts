import { type EpochMs, epochMs, MINUTE_MS, type Recorder } from '../../../domain/index.ts';
import { formatDayFolder, listDayTables, type TreeDay } from '../days.ts';
import type { TreeDamage, TreePart } from '../manifest.ts';
import { findSmallTable } from '../small-table-file.ts';
import { type DayTable, SMALL_TABLES, type SmallTable, type TreeTable } from '../tables.ts';
import type { ServedIndex } from './served-index.ts';
import { SERVED_FORM } from './source-tree-maker.ts';
import type { ServedPlan } from './tree-maker.ts';

/** Tables of one file change with the store: a manifest names no older one. */
const TABLE_KEPT_MS = 10 * MINUTE_MS;
/** How long the parts of open days that a manifest names can be had. */
const OPEN_KEPT_MS = 10 * MINUTE_MS;

const OPEN_PART = /^(observations\/venue=[a-z]+\/date=-?[\d-]+)\/part-0-(\d{1,15})\.parquet$/;

/** Venues that a caller may read; null: all. */
export type VenueChoice = readonly Recorder[] | null;

/** The part of an open day, as it was at a time. */
export interface OpenPart {
  readonly folder: string;
  readonly asOfMs: number;
}

/** The part of an open day that a path names; null: none. */
export function findOpenPart(name: string): OpenPart | null {
  const found = OPEN_PART.exec(name);
  return found === null ? null : { folder: found[1]!, asOfMs: Number(found[2]) };
}

/**
 * The files of one selection: of all series, or of some assets. The records behind a part are remembered
 * when its file is let go, since the same bytes are made again.
 */
export class ServedSelection {
  /** Canonical ids, sorted; null: of all series. */
  readonly assets: readonly string[] | null;
  /** When the parts were last compared with the store. */
  asOfMs: EpochMs | null = null;
  /** The position of the store then. */
  position: number | null = null;
  /** The last comparison, and the monotonic ms of it. */
  planned: { readonly plan: ServedPlan; readonly at: number } | null = null;
  /** Parts of closed days, by path. */
  readonly parts = new Map<string, TreePart>();
  /** Damage by the folder of its day. */
  readonly damaged = new Map<string, readonly TreeDamage[]>();
  /** Parts of open days by path. */
  readonly open = new Map<string, TreePart>();
  /** Tables by name and venues. */
  readonly #tables = new Map<string, { readonly part: TreePart; readonly at: number }>();

  constructor(assets: readonly string[] | null) {
    this.assets = assets;
  }

  /** Tells the work for this selection from that for others. */
  get key(): string {
    return this.assets === null ? '' : this.assets.join(',');
  }

  /** Takes over what was kept of an earlier run. */
  restore({ asOfMs, position, parts, damaged }: ServedIndex): void {
    this.asOfMs = asOfMs === null ? null : epochMs(asOfMs);
    this.position = position ?? null;
    for (const part of parts) this.parts.set(part.path, part);
    for (const { folder, damaged: ofDay } of damaged) this.damaged.set(folder, ofDay);
  }

  /** What is kept for the next run. */
  toIndex(store: string): ServedIndex {
    const damaged = [...this.damaged].map(([folder, ofDay]) => ({ folder, damaged: [...ofDay] }));
    const { asOfMs, position } = this;
    return { store, asOfMs, position, parts: [...this.parts.values()], damaged };
  }

  /**
   * Takes over the result of a comparison.
   *
   * @param sent The parts that were compared: those that were made meanwhile stay.
   * @returns Whether anything is not as it was.
   */
  takePlan(
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

  /** The parts of a day that was made take the place of those that it had. */
  putDay(folder: string, parts: readonly TreePart[], damaged: readonly TreeDamage[]): void {
    const folders = new Set([folder, ...parts.map(({ path: name }) => toFolder(name))]);
    for (const name of this.parts.keys()) if (folders.has(toFolder(name))) this.parts.delete(name);
    for (const part of parts) this.parts.set(part.path, part);
    if (damaged.length === 0) this.damaged.delete(folder);
    else this.damaged.set(folder, damaged);
  }

  /** Parts of days that are not closed, as of the last whole minute. */
  openParts({ open, asOfMs }: ServedPlan): TreePart[] {
    const minute = Math.floor(asOfMs / MINUTE_MS) * MINUTE_MS;
    return open.map((day) => {
      const name = `${formatDayFolder(day)}/part-0-${minute}.parquet`;
      return this.open.get(name) ?? { ...unmadePart(day, 'observations'), path: name };
    });
  }

  /** The open day that a part can still be had of; null: none, or a manifest named it too long ago. */
  findOpenDay({ open }: ServedPlan, { folder, asOfMs }: OpenPart, now: number): TreeDay | null {
    const age = now - asOfMs;
    if (asOfMs % MINUTE_MS !== 0 || age < 0 || age > OPEN_KEPT_MS) return null;
    return open.find((one) => formatDayFolder(one) === folder) ?? null;
  }

  /** Tables of one file as a manifest names them: those that are older are not made yet. */
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

  /** Stays longer than manifests name it, so that the reader of a manifest gets the files that it names. */
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

  /** Forgets everything: the store is another one. */
  forget(): void {
    this.asOfMs = null;
    this.position = null;
    this.planned = null;
    for (const map of [this.parts, this.damaged, this.open, this.#tables]) map.clear();
  }
}

/** Tells the work for one table from that for others. */
export function formatTableKey(table: SmallTable, venues: VenueChoice): string {
  return `${table} ${venues === null ? '' : [...venues].sort().join(' ')}`;
}

const UNMADE = { rows: 0, series: 0, firstMs: null, lastMs: null, bytes: 0, sha256: null } as const;

/** Stand for a day whose parts are not made: each of its tables has one at least. */
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

import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type Clock,
  DAY_MS,
  type EpochMs,
  epochMs,
  MINUTE_MS,
  SECOND_MS,
  type VenueId,
} from '../../../domain/index.ts';
import { withDeadline } from '../../../scheduling/deadline.ts';
import { FairQueue } from '../../../scheduling/fair-queue.ts';
import { SingleFlight } from '../../../scheduling/single-flight.ts';
import { dayFolder, dayOfFolder, firstOpenDay, type TreeDay, venueOfFolder } from '../days.ts';
import { duckdbViews, readmeText } from '../guide.ts';
import {
  DATA_LICENCE,
  TREE_VERSION,
  type TreeDamage,
  type TreeManifest,
  type TreePart,
} from '../manifest.ts';
import { smallTableName } from '../small-table-file.ts';
import { type SmallTable, TABLE_COLUMNS, TREE_TABLES } from '../tables.ts';
import { KeptFiles } from './kept-files.ts';
import { readServedIndex, writeServedIndex } from './served-index.ts';
import { SERVED_FORM } from './source-tree-maker.ts';
import type { ServedPlan, TreeMaker } from './tree-maker.ts';

/** What is kept of made files. */
const MAX_BYTES = 2 * 1024 ** 3;
/** So many files may wait while one is made, half of them of one caller. */
const MAX_WAITING = 8;
const MAX_WAITING_OF_CALLER = 4;
/** A caller waits so long for a file. */
const WAIT_MS = 10 * SECOND_MS;
const PLAN_KEPT_MS = 10 * SECOND_MS;
/** Tables of one file change with the store: a manifest names none that is older. */
const TABLE_KEPT_MS = 10 * MINUTE_MS;
/** How long the parts of open days that a manifest names can be had. */
const OPEN_KEPT_MS = 10 * MINUTE_MS;

const OPEN_PART = /^(observations\/venue=[a-z]+\/date=-?[\d-]+)\/part-0-(\d{1,15})\.parquet$/;

/** The file is being made: it can be had a little later. */
export class TreeNotReadyError extends Error {
  override readonly name = 'TreeNotReadyError';
}

/** One file, ready to be sent. */
export interface ServedFile {
  readonly file: string;
  readonly sha256: string;
}

/** The manifest of a tree whose parts need not be made: those have no sha256, and their rows and bytes are not known. */
export type ServedManifest = Omit<TreeManifest, 'parts' | 'gaps' | 'totals'> & {
  readonly parts: readonly ServedPart[];
  /** null: the table is not made. */
  readonly gaps: number | null;
  readonly totals: {
    readonly rows: number | null;
    readonly bytes: number | null;
    readonly series: number;
  };
};

export type ServedPart = Omit<TreePart, 'rows' | 'series' | 'bytes'> & {
  readonly rows: number | null;
  readonly series: number | null;
  readonly bytes: number | null;
};

export interface ServedTreeOptions {
  /** Holds what is made, and nothing else. */
  readonly directory: string;
  readonly maker: TreeMaker;
  readonly simulated: boolean;
  readonly clock: Clock;
  /** Monotonic ms. */
  readonly now: () => number;
  /** Default: 2 GiB. */
  readonly maxBytes?: number;
  /** Default: 10 s. */
  readonly waitMs?: number;
}

/** Venues that a caller may read; null: all. */
export type VenueChoice = readonly VenueId[] | null;

/**
 * A tree of closed days whose files are made when they are first asked for, one at a time, and kept. What a part was
 * made of is remembered when its file is let go: the same bytes are made again.
 */
export class ServedTree {
  readonly #options: ServedTreeOptions;
  readonly #queue = new FairQueue({
    maxRunning: 1,
    maxWaiting: MAX_WAITING,
    maxWaitingPerCaller: MAX_WAITING_OF_CALLER,
  });
  readonly #planning = new SingleFlight<'plan', ServedPlan>();
  readonly #making = new SingleFlight<string, void>();
  readonly #opening = new SingleFlight<'open', KeptFiles>();
  #files: KeptFiles | null = null;
  #store: string | null = null;
  /** When the parts were last compared with the store. */
  #asOfMs: EpochMs | null = null;
  #saved: Promise<void> = Promise.resolve();
  #plan: { readonly plan: ServedPlan; readonly at: number } | null = null;
  /** Of closed days. */
  readonly #parts = new Map<string, TreePart>();
  /** By the folder of their day. */
  readonly #damaged = new Map<string, readonly TreeDamage[]>();
  /** By table and venues. */
  readonly #tables = new Map<string, { readonly part: TreePart; readonly at: number }>();
  readonly #open = new Map<string, TreePart>();

  constructor(options: ServedTreeOptions) {
    this.#options = options;
  }

  /**
   * @param options.isOpen With the days that are not closed, as they were within the minute.
   * @throws {TreeNotReadyError} when the store takes long to be looked through.
   */
  async manifest(venues: VenueChoice, { isOpen }: { readonly isOpen: boolean }): Promise<ServedManifest> {
    const plan = await this.#inTime(this.#currentPlan());
    const isReadable = (venue: VenueId) => venues === null || venues.includes(venue);
    const parts = [...this.#parts.values(), ...(isOpen ? this.#openParts(plan) : [])]
      .filter(({ path: name }) => isReadable(venueOfFolder(name)!))
      .concat(this.#tableParts(venues))
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map(toServed);
    const rows = parts.filter(({ table }) => table === 'observations').map((part) => part.rows);
    const damaged = [...this.#damaged.values()].flat().filter(({ venue }) => isReadable(venue));
    const lastMs = epochMs(firstOpenDay(plan.asOfMs) * DAY_MS - 1);
    return {
      version: TREE_VERSION,
      store: plan.store,
      licence: DATA_LICENCE,
      simulated: this.#options.simulated,
      asOfMs: plan.asOfMs,
      position: plan.position,
      window: { fromMs: null, toMs: isOpen ? null : lastMs },
      selection: {
        venues: venues === null ? null : [...venues],
        assets: null,
        tables: [...TREE_TABLES],
        ...SERVED_FORM,
      },
      schema: Object.fromEntries(TREE_TABLES.map((table) => [table, [...TABLE_COLUMNS[table]]])),
      parts,
      gaps: parts.find(({ table }) => table === 'gaps')?.rows ?? null,
      damaged,
      withdrawn: [...plan.withdrawn],
      totals: {
        rows: sum(rows),
        bytes: sum(parts.map((part) => part.bytes)),
        series: Object.entries(plan.series)
          .filter(([venue]) => isReadable(venue as VenueId))
          .reduce((total, [, count]) => total + count, 0),
      },
    };
  }

  /**
   * A part of observations by its path in the tree, made when it is not there.
   *
   * @returns null: the tree has no such part.
   * @throws {TreeNotReadyError | QueueFullError}
   */
  async part(name: string, caller: string): Promise<ServedFile | null> {
    const open = OPEN_PART.exec(name);
    if (open !== null) return this.#openPart(name, { folder: open[1]!, asOfMs: Number(open[2]) }, caller);
    const known = await this.#knownPart(name);
    if (known === null) return null;
    return this.#madeFile(
      () => this.#parts.get(name) ?? null,
      () => this.#makeDay(path.posix.dirname(name)),
      { key: path.posix.dirname(name), caller },
    );
  }

  /** The file of a table that has one. Errors are those of {@link part}. */
  async table(table: SmallTable, venues: VenueChoice, caller: string): Promise<ServedFile> {
    await this.#keptFiles();
    const key = tableKey(table, venues);
    const found = this.#tables.get(key);
    // Longer than manifests name it, so that who has read one gets what it names.
    if (found !== undefined && this.#age(found.at) > 2 * TABLE_KEPT_MS) this.#tables.delete(key);
    const file = await this.#madeFile(
      () => this.#tables.get(key)?.part ?? null,
      () => this.#makeTable(table, venues),
      { key, caller },
    );
    if (file === null) throw new TreeNotReadyError(`${table} is being made`);
    return file;
  }

  /** `duckdb.sql` or `README.md`. */
  async guide(name: 'duckdb.sql' | 'README.md'): Promise<ServedFile> {
    const selection = { venues: null, assets: null, tables: [...TREE_TABLES], ...SERVED_FORM };
    const text =
      name === 'duckdb.sql'
        ? duckdbViews(selection)
        : readmeText({ licence: DATA_LICENCE, simulated: this.#options.simulated, selection });
    const sha256 = createHash('sha256').update(text).digest('hex');
    const files = await this.#keptFiles();
    const find = () => files.use(sha256, this.#options.clock());
    if (find() === null) await this.#making.run(name, () => this.#keepText(text, sha256));
    return { file: find()!, sha256 };
  }

  /** A file that was just given is gone: somebody has removed it. */
  forget({ sha256 }: ServedFile): void {
    this.#files?.forget(sha256);
  }

  async close(): Promise<void> {
    await this.#options.maker.close();
  }

  async #knownPart(name: string): Promise<TreePart | null> {
    if (this.#plan === null) await this.#inTime(this.#currentPlan());
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    await this.#inTime(this.#currentPlan());
    return this.#parts.get(name) ?? null;
  }

  /** @param find What is known of the file, before and after it is made; null: there is none. */
  async #madeFile(
    find: () => TreePart | null,
    make: () => Promise<void>,
    { key, caller }: { readonly key: string; readonly caller: string },
  ): Promise<ServedFile | null> {
    const ready = () => {
      const sha256 = find()?.sha256 ?? null;
      const file = sha256 === null ? null : (this.#files?.use(sha256, this.#options.clock()) ?? null);
      return sha256 === null || file === null ? null : { file, sha256 };
    };
    const found = ready();
    if (found !== null) return found;
    // One who gives up leaves the work to those who wait with them.
    const signal = new AbortController().signal;
    await this.#inTime(this.#making.run(key, () => this.#queue.run(caller, signal, make)));
    return ready();
  }

  async #makeDay(folder: string): Promise<void> {
    const directory = this.#makingPath('day');
    const { parts, damaged } = await this.#options.maker.makeDay({
      directory,
      venue: venueOfFolder(folder)!,
      day: dayOfFolder(folder),
      asOfMs: epochMs(0),
      isWhole: false,
    });
    for (const part of parts) await this.#keep(path.join(directory, part.path), part);
    for (const name of this.#parts.keys()) if (path.posix.dirname(name) === folder) this.#parts.delete(name);
    for (const part of parts) this.#parts.set(part.path, part);
    if (damaged.length === 0) this.#damaged.delete(folder);
    else this.#damaged.set(folder, damaged);
    await this.#save();
  }

  async #makeTable(table: SmallTable, venues: VenueChoice): Promise<void> {
    const directory = this.#makingPath('table');
    const part = await this.#options.maker.makeTable({ directory, table, venues });
    await this.#keep(path.join(directory, part.path), part);
    this.#tables.set(tableKey(table, venues), { part, at: this.#options.now() });
  }

  async #openPart(
    name: string,
    { folder, asOfMs }: { readonly folder: string; readonly asOfMs: number },
    caller: string,
  ): Promise<ServedFile | null> {
    const plan = await this.#inTime(this.#currentPlan());
    const age = this.#options.clock() - asOfMs;
    const day = plan.open.find((one) => dayFolder(one) === folder);
    if (day === undefined || asOfMs % MINUTE_MS !== 0 || age < 0 || age > OPEN_KEPT_MS) return null;
    const make = async () => {
      const directory = this.#makingPath('open');
      const request = { directory, venue: day.venue, day: day.day, asOfMs: epochMs(asOfMs), isWhole: true };
      const [part] = (await this.#options.maker.makeDay(request)).parts;
      await this.#keep(path.join(directory, part!.path), part!);
      this.#open.set(name, { ...part!, path: name });
    };
    return this.#madeFile(() => this.#open.get(name) ?? null, make, { key: name, caller });
  }

  async #keep(file: string, { sha256 }: TreePart): Promise<void> {
    await (await this.#keptFiles()).add(file, sha256!);
  }

  async #keepText(text: string, sha256: string): Promise<void> {
    const file = this.#makingPath(sha256);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    await (await this.#keptFiles()).add(file, sha256);
  }

  async #currentPlan(): Promise<ServedPlan> {
    const { now } = this.#options;
    const known = this.#plan;
    if (known !== null && now() - known.at < PLAN_KEPT_MS) return known.plan;
    return this.#planning.run('plan', async () => {
      await this.#keptFiles();
      const plan = await this.#compare();
      this.#plan = { plan, at: now() };
      return plan;
    });
  }

  /** Finds out which closed days there are, and which of them are not as they were. */
  async #compare(): Promise<ServedPlan> {
    const { maker } = this.#options;
    const sent = [...this.#parts.values()];
    const plan = await maker.plan({ parts: sent, asOfMs: this.#asOfMs });
    if (this.#store !== null && plan.store !== this.#store) {
      await this.#forgetAll();
      return this.#compare();
    }
    this.#store = plan.store;
    const kept = new Set(plan.kept);
    const gone = sent.filter((part) => !kept.has(part.path) && this.#parts.get(part.path) === part);
    for (const { path: name } of gone) {
      this.#parts.delete(name);
      this.#damaged.delete(path.posix.dirname(name));
    }
    const found = plan.days.map(unmadePart).filter(({ path: name }) => !this.#parts.has(name));
    for (const part of found) this.#parts.set(part.path, part);
    for (const name of this.#open.keys()) {
      const asOf = Number(OPEN_PART.exec(name)?.[2]);
      if (this.#options.clock() - asOf > OPEN_KEPT_MS) this.#open.delete(name);
    }
    this.#asOfMs = plan.asOfMs;
    if (gone.length + found.length > 0) await this.#save();
    return plan;
  }

  #openParts({ open, asOfMs }: ServedPlan): TreePart[] {
    const minute = Math.floor(asOfMs / MINUTE_MS) * MINUTE_MS;
    return open.map((day) => {
      const name = `${dayFolder(day)}/part-0-${minute}.parquet`;
      return this.#open.get(name) ?? { ...unmadePart(day), path: name };
    });
  }

  #tableParts(venues: VenueChoice): TreePart[] {
    return TREE_TABLES.filter((table) => table !== 'observations').map((table) => {
      const key = tableKey(table, venues);
      const found = this.#tables.get(key);
      if (found !== undefined && this.#age(found.at) <= TABLE_KEPT_MS) return found.part;
      this.#tables.delete(key);
      return { ...UNMADE, path: smallTableName(table, SERVED_FORM), table, seq: null, closed: false };
    });
  }

  #age(at: number): number {
    return this.#options.now() - at;
  }

  #inTime<Result>(work: Promise<Result>): Promise<Result> {
    return withDeadline(work, this.#options.waitMs ?? WAIT_MS, (): never => {
      throw new TreeNotReadyError('the file is being made');
    });
  }

  #makingPath(...names: string[]): string {
    return path.join(this.#options.directory, 'making', ...names);
  }

  async #keptFiles(): Promise<KeptFiles> {
    if (this.#files !== null) return this.#files;
    return this.#opening.run('open', async () => {
      const { directory, maxBytes = MAX_BYTES } = this.#options;
      await rm(this.#makingPath(), { recursive: true, force: true });
      const files = await KeptFiles.open(path.join(directory, 'files'), maxBytes);
      const index = await readServedIndex(directory);
      if (index !== null) {
        this.#store = index.store;
        this.#asOfMs = index.asOfMs === null ? null : epochMs(index.asOfMs);
        for (const part of index.parts) this.#parts.set(part.path, part);
        for (const { folder, damaged } of index.damaged) this.#damaged.set(folder, damaged);
      }
      this.#files = files;
      return files;
    });
  }

  /** Writes down what is known, one time after the other. */
  #save(): Promise<void> {
    this.#saved = this.#saved
      .catch(() => undefined)
      .then(async () => {
        if (this.#store === null) return;
        await writeServedIndex(this.#options.directory, {
          store: this.#store,
          asOfMs: this.#asOfMs,
          parts: [...this.#parts.values()],
          damaged: [...this.#damaged].map(([folder, damaged]) => ({ folder, damaged: [...damaged] })),
        });
      });
    return this.#saved;
  }

  async #forgetAll(): Promise<void> {
    this.#store = null;
    this.#asOfMs = null;
    this.#plan = null;
    for (const map of [this.#parts, this.#damaged, this.#tables, this.#open]) map.clear();
    await (await this.#keptFiles()).clear();
  }
}

const UNMADE = { rows: 0, series: 0, firstMs: null, lastMs: null, bytes: 0, sha256: null } as const;

/** Stands for a day whose parts are not made: it has one at least. */
function unmadePart(day: TreeDay): TreePart {
  const { seq, closed } = day;
  return { ...UNMADE, path: `${dayFolder(day)}/part-0.parquet`, table: 'observations', seq, closed };
}

/** What is not known of a part before it is made is null. */
function toServed(part: TreePart): ServedPart {
  return part.sha256 === null ? { ...part, rows: null, series: null, bytes: null } : part;
}

function tableKey(table: SmallTable, venues: VenueChoice): string {
  return `${table} ${venues === null ? '' : [...venues].sort().join(' ')}`;
}

function sum(counts: readonly (number | null)[]): number | null {
  return counts.reduce((total, count) => (total === null || count === null ? null : total + count), 0);
}

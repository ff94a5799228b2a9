import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { epochMs, SECOND_MS } from '../../../domain/index.ts';
import { withDeadline } from '../../../scheduling/deadline.ts';
import { FairQueue } from '../../../scheduling/fair-queue.ts';
import { InOrder } from '../../../scheduling/in-order.ts';
import { SingleFlight } from '../../../scheduling/single-flight.ts';
import { findFolderVenue, findMadeTable, parseDayFolder } from '../days.ts';
import type { TreePart } from '../manifest.ts';
import type { SmallTable, TreeTable } from '../tables.ts';
import { FileCache } from './file-cache.ts';
import { SelectionCache } from './selection-cache.ts';
import { type ServedFile, type ServedTreeOptions, TreeNotReadyError } from './served-file.ts';
import { type GuideName, writeGuide } from './served-guide.ts';
import { readServedIndex, writeServedIndex } from './served-index.ts';
import { composeManifest, type ServedChoice, type ServedManifest } from './served-manifest.ts';
import {
  findOpenPart,
  formatTableKey,
  type OpenPart,
  type ServedSelection,
  type VenueChoice,
} from './served-selection.ts';
import type { ServedPlan } from './tree-maker.ts';

/** Default limit of the size of all files. */
const MAX_BYTES = 2 * 1024 ** 3;
/** Maximum number of requests that wait while a file is written; one caller may have half of them. */
const MAX_WAITING = 8;
const MAX_WAITING_OF_CALLER = 4;
/** Default limit of the time that a caller waits for a file. */
const WAIT_MS = 10 * SECOND_MS;
const PLAN_KEPT_MS = 10 * SECOND_MS;

/** A tree whose files are written when they are first requested, one at a time, and then cached. */
export class ServedTree {
  readonly #options: ServedTreeOptions;
  readonly #queue = new FairQueue({
    maxRunning: 1,
    maxWaiting: MAX_WAITING,
    maxWaitingPerCaller: MAX_WAITING_OF_CALLER,
  });
  readonly #planning = new SingleFlight<string, ServedPlan>();
  readonly #making = new SingleFlight<string, void>();
  readonly #opening = new SingleFlight<'open', FileCache>();
  readonly #selections = new SelectionCache();
  #files: FileCache | null = null;
  #store: string | null = null;
  readonly #saves = new InOrder();

  constructor(options: ServedTreeOptions) {
    this.#options = options;
  }

  /**
   * Composes the manifest of the current tree.
   *
   * @param options.isOpen Whether the days that are not closed are included, as of the last whole minute.
   * @throws {TreeNotReadyError} when reading the history takes too long.
   * @throws {QueueFullError} only for a selection of assets.
   */
  async readManifest(
    { venues, assets, tables }: ServedChoice,
    { isOpen, caller }: { readonly isOpen: boolean; readonly caller: string },
  ): Promise<ServedManifest> {
    const selected = this.#selections.select(assets);
    const plan = await this.#awaitInTime(this.#readCurrentPlan(selected, caller));
    const { simulated, now } = this.#options;
    return composeManifest(selected, plan, { venues, tables, isOpen, simulated, now: now() });
  }

  /**
   * Opens a part of a day by its path in the tree, and writes it when it does not exist yet.
   *
   * @param options.assets As in {@link ServedChoice}.
   * @returns Null when the tree has no such part.
   * @throws {TreeNotReadyError | QueueFullError}
   */
  async openPart(
    name: string,
    { assets, caller }: { readonly assets: readonly string[] | null; readonly caller: string },
  ): Promise<ServedFile | null> {
    const selected = this.#selections.select(assets);
    const open = findOpenPart(name);
    if (open !== null) return this.#openPart(selected, name, { ...open, caller });
    if (!(await this.#isPart(selected, name, caller))) return null;
    // Book spans are written with their books.
    const folder = path.posix.dirname(name).replace(/^bookSpans\//, 'books/');
    return this.#findOrMakeFile(
      () => selected.parts.get(name) ?? null,
      () => this.#makeDay(selected, folder),
      { key: `${selected.key} ${folder}`, caller },
    );
  }

  /** Opens a table that is one file. It throws like {@link openPart}. */
  async openTable(
    table: SmallTable,
    { venues, assets }: Pick<ServedChoice, 'venues' | 'assets'>,
    caller: string,
  ): Promise<ServedFile> {
    await this.#openKeptFiles();
    const selected = this.#selections.select(assets);
    const file = await this.#findOrMakeFile(
      () => selected.findTable(table, venues, this.#options.now()),
      () => this.#makeTable(selected, table, venues),
      { key: `${selected.key} ${formatTableKey(table, venues)}`, caller },
    );
    if (file === null) throw new TreeNotReadyError(`${table} is being made`);
    return file;
  }

  /** Reads the text of `duckdb.sql` or `README.md`, for a tree with or without files of observations. */
  async readGuide(
    name: GuideName,
    { tables, hasNoDays }: { readonly tables: readonly TreeTable[]; readonly hasNoDays: boolean },
  ): Promise<ServedFile> {
    const text = writeGuide(name, { tables, hasNoDays, simulated: this.#options.simulated });
    const sha256 = createHash('sha256').update(text).digest('hex');
    const files = await this.#openKeptFiles();
    const find = () => files.use(sha256, this.#options.clock());
    if (find() === null) await this.#making.run(`${name} ${sha256}`, () => this.#keepText(text, sha256));
    return { file: find()!, sha256 };
  }

  /** Forgets a file that was just opened and has disappeared: another program has removed it. */
  forget({ sha256 }: ServedFile): void {
    this.#files?.forget(sha256);
  }

  async close(): Promise<void> {
    await this.#options.maker.close();
  }

  async #isPart(selected: ServedSelection, name: string, caller: string): Promise<boolean> {
    if (selected.planned !== null && selected.parts.has(name)) return true;
    await this.#awaitInTime(this.#readCurrentPlan(selected, caller));
    return selected.parts.has(name);
  }

  /** Finds a file, or has it written. @param find Finds what is known of the file; null when there is no such file. */
  async #findOrMakeFile(
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
    // The work is not cancelled when its first caller leaves, since other callers may wait for it.
    const signal = new AbortController().signal;
    await this.#awaitInTime(this.#making.run(key, () => this.#queue.run(caller, signal, make)));
    return ready();
  }

  async #makeDay(selected: ServedSelection, folder: string): Promise<void> {
    const directory = this.#makingPath('day');
    const { parts, damaged } = await this.#options.maker.makeDay({
      directory,
      table: findMadeTable(folder),
      venue: findFolderVenue(folder)!,
      day: parseDayFolder(folder),
      assets: selected.assets,
      asOfMs: epochMs(0),
      isWhole: false,
    });
    for (const part of parts) await this.#keep(path.join(directory, part.path), part);
    selected.putDay(folder, parts, damaged);
    await this.#save();
  }

  async #makeTable(selected: ServedSelection, table: SmallTable, venues: VenueChoice): Promise<void> {
    const directory = this.#makingPath('table');
    const { withheld = [] } = this.#options;
    const selection = { venues, assets: selected.assets, withheld };
    const part = await this.#options.maker.makeTable({ directory, table, selection });
    await this.#keep(path.join(directory, part.path), part);
    selected.putTable(table, venues, { part, at: this.#options.now() });
  }

  async #openPart(
    selected: ServedSelection,
    name: string,
    { caller, ...wanted }: OpenPart & { readonly caller: string },
  ): Promise<ServedFile | null> {
    const plan = await this.#awaitInTime(this.#readCurrentPlan(selected, caller));
    const day = selected.findOpenDay(plan, wanted, this.#options.clock());
    if (day === null) return null;
    const make = async () => {
      const directory = this.#makingPath('open');
      const [part] = (
        await this.#options.maker.makeDay({
          directory,
          table: 'observations',
          venue: day.venue,
          day: day.day,
          assets: selected.assets,
          asOfMs: epochMs(wanted.asOfMs),
          isWhole: true,
        })
      ).parts;
      await this.#keep(path.join(directory, part!.path), part!);
      selected.open.set(name, { ...part!, path: name });
    };
    const find = () => selected.open.get(name) ?? null;
    return this.#findOrMakeFile(find, make, { key: `${selected.key} ${name}`, caller });
  }

  async #keep(file: string, { sha256 }: TreePart): Promise<void> {
    await (await this.#openKeptFiles()).add(file, sha256!);
  }

  async #keepText(text: string, sha256: string): Promise<void> {
    const file = this.#makingPath(sha256);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    await (await this.#openKeptFiles()).add(file, sha256);
  }

  /** Returns the plan, cached for a moment. For a selection of assets, making it is queued as work of the caller. */
  async #readCurrentPlan(selected: ServedSelection, caller: string): Promise<ServedPlan> {
    const { now } = this.#options;
    const known = selected.planned;
    if (known !== null && now() - known.at < PLAN_KEPT_MS) return known.plan;
    return this.#planning.run(selected.key, async () => {
      await this.#openKeptFiles();
      const compare = () => this.#compare(selected);
      const plan =
        selected.assets === null
          ? await compare()
          : await this.#queue.run(caller, new AbortController().signal, compare);
      selected.planned = { plan, at: now() };
      return plan;
    });
  }

  /** Compares the parts with the history: which closed days exist, and which have changed. */
  async #compare(selected: ServedSelection): Promise<ServedPlan> {
    const { maker, clock } = this.#options;
    const sent = [...selected.parts.values()];
    const { asOfMs, position, assets } = selected;
    const plan = await maker.plan({ parts: sent, asOfMs, position, assets });
    if ((this.#store !== null && plan.store !== this.#store) || plan.isBehind) {
      selected.forget();
      await this.#forgetAll();
      return this.#compare(selected);
    }
    this.#store = plan.store;
    const isChanged = selected.applyPlan(plan, { sent, now: clock() });
    if (isChanged && assets === null) await this.#save();
    return plan;
  }

  #awaitInTime<Result>(work: Promise<Result>): Promise<Result> {
    return withDeadline(work, this.#options.waitMs ?? WAIT_MS, (): never => {
      throw new TreeNotReadyError('the file is being made');
    });
  }

  #makingPath(...names: string[]): string {
    return path.join(this.#options.directory, 'making', ...names);
  }

  async #openKeptFiles(): Promise<FileCache> {
    if (this.#files !== null) return this.#files;
    return this.#opening.run('open', async () => {
      const { directory, maxBytes = MAX_BYTES } = this.#options;
      await rm(this.#makingPath(), { recursive: true, force: true });
      const files = await FileCache.open(path.join(directory, 'files'), maxBytes);
      const index = await readServedIndex(directory);
      if (index !== null) {
        this.#store = index.store;
        this.#selections.whole.restore(index);
      }
      this.#files = files;
      return files;
    });
  }

  /** Stores the index; writes follow one another. */
  #save(): Promise<void> {
    return this.#saves.run(async () => {
      if (this.#store === null) return;
      await writeServedIndex(this.#options.directory, this.#selections.whole.toIndex(this.#store));
    });
  }

  async #forgetAll(): Promise<void> {
    this.#store = null;
    this.#selections.whole.forget();
    this.#selections.clear();
    await (await this.#openKeptFiles()).clear();
  }
}

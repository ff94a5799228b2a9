import { epochMs, type VenueId } from '../../../../domain/index.ts';
import type { TapeContent } from '../../../tree/tables.ts';
import type { DamagedSpan } from '../../../tree/tree-source.ts';
import { DamagedBlockError } from '../../coding/bytes.ts';
import { TapeDayChangedError, type TapeDayQuery } from '../../contract/tape-tree-source.ts';
import type { DayFile } from '../day-file.ts';
import { requireWhole } from '../reading/span-rows.ts';
import type { FileView, TapeFiles } from '../reading/tape-files.ts';
import type { TapePart } from '../tape-folder.ts';
import { readPartState, toDaySeq } from './day-state.ts';

/** A market in one part of a day. */
export interface PartMarket {
  readonly view: FileView;
  /** Number of the market in the part. */
  readonly number: number;
}

/** A market of a day, with all parts that name it. */
export interface DayMarket {
  readonly asset: string;
  readonly places: readonly PartMarket[];
}

/** Parts of a day, open for reading, and the damage that is found in them. */
export class DayView {
  readonly venue: VenueId;
  readonly views: readonly FileView[];
  readonly #content: TapeContent;
  readonly #assets: ReadonlySet<string> | null;
  readonly #damage = new Map<string, DamagedSpan>();
  readonly #seq: number | null;

  constructor(
    files: TapeFiles,
    parts: readonly TapePart[],
    { venue, assets, content }: Pick<TapeDayQuery, 'venue' | 'assets'> & { readonly content: TapeContent },
  ) {
    this.venue = venue;
    this.views = parts.map((part) => files.view(part));
    this.#content = content;
    this.#assets = assets === null ? null : new Set(assets);
    this.#seq = this.#readSeq();
  }

  get damage(): readonly DamagedSpan[] {
    return [...this.#damage.values()];
  }

  /** Reads a part. @returns Null when it cannot be read, or is not of the tape. */
  read<Result>(view: FileView, work: (file: DayFile) => Result): Result | null {
    const read = view.read(work);
    if (read.is === 'damaged') this.note(`${view.part.path}`, { asset: null, fromMs: null, toMs: null });
    return read.is === 'read' ? read.result : null;
  }

  /** Notes damage, once for each place. @param place What is damaged. */
  note(
    place: string,
    {
      asset,
      fromMs,
      toMs,
    }: { readonly asset: string | null; readonly fromMs: number | null; readonly toMs: number | null },
  ): void {
    this.#damage.set(`${place} ${asset ?? ''}`, {
      kind: this.#content,
      venue: this.venue,
      asset,
      fromMs: fromMs === null ? null : epochMs(fromMs),
      toMs: toMs === null ? null : epochMs(toMs),
      records: null,
      reason: `${place} is damaged`,
    });
  }

  /** Lists the selected markets of the venue, ordered by the UTF-8 bytes of their assets. */
  listMarkets(): DayMarket[] {
    const places = new Map<string, PartMarket[]>();
    for (const view of this.views) {
      const rows = this.read(view, (file) =>
        file.rows.all('SELECT * FROM market WHERE venue = ? ORDER BY id', this.venue),
      );
      for (const row of rows ?? []) {
        try {
          requireWhole('market', row);
        } catch (error) {
          if (!(error instanceof DamagedBlockError)) throw error;
          this.note(`row ${row.id} of market of ${view.part.day}`, { asset: null, fromMs: null, toMs: null });
          continue;
        }
        const asset = String(row.asset);
        if (this.#assets?.has(asset) === false) continue;
        const place = { view, number: Number(row.id) };
        const known = places.get(asset);
        if (known === undefined) places.set(asset, [place]);
        else known.push(place);
      }
    }
    return [...places]
      .map(([asset, found]) => ({ asset, places: found }))
      .sort((a, b) => Buffer.compare(Buffer.from(a.asset), Buffer.from(b.asset)));
  }

  /**
   * Returns the number of the content that was read.
   *
   * @throws {TapeDayChangedError} when the content has changed since.
   */
  requireUnchanged(): number {
    const seq = this.#readSeq();
    if (seq === null || seq !== this.#seq) {
      const [view] = this.views;
      throw new TapeDayChangedError(
        `${this.#content} of ${this.venue} on ${view?.part.day} changed meanwhile`,
      );
    }
    return seq;
  }

  close(): void {
    for (const view of this.views) view.close();
  }

  #readSeq(): number | null {
    return toDaySeq(
      this.views.map((view) => {
        const read = view.read(readPartState);
        const text = read.is === 'read' ? (read.result.get(this.venue)?.[this.#content] ?? null) : read.is;
        return { part: view.part.part, text };
      }),
    );
  }
}

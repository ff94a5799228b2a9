import type { AssetRef, Book, Clock } from '../domain/index.ts';
import type { ResolvedAsset } from '../feed/feed.ts';
import type { HistoryReader } from '../history/contract/history-store.ts';
import { buildBundle, findLastPrice } from './build-bundle.ts';
import type { Bundle } from './bundle.ts';
import type { FairValues } from './fair-values.ts';
import { readNames } from './find-name.ts';
import type { LiveViews } from './live-view.ts';
import type { StoreFiguresReader } from './store-figures.ts';

export interface BundlesOptions {
  readonly views: LiveViews;
  readonly fairValues: FairValues;
  readonly figures: StoreFiguresReader;
  readonly history: Pick<HistoryReader, 'findMarket'>;
  readonly clock: Clock;
  /** Reads a book from the venue, within limits. The view finds the book afterwards. */
  readonly readBook: (ref: AssetRef) => Promise<Book | null>;
}

/** Builds bundles from memory and the store. A venue is asked only for a missing touch or a missing history. */
export class Bundles {
  readonly #options: BundlesOptions;

  constructor(options: BundlesOptions) {
    this.#options = options;
  }

  /** Starts reading the stored figures of many assets together. {@link buildBundle} uses them. */
  prepare(refs: readonly AssetRef[]): void {
    this.#options.figures.prepare(refs);
  }

  async buildBundle(found: ResolvedAsset, { series }: { readonly series: boolean }): Promise<Bundle> {
    const { views, fairValues, figures, history, clock } = this.#options;
    const [stored, chart, names] = await Promise.all([
      figures.read(found.ref),
      series ? figures.readSeries(found.ref) : null,
      readNames(history, found),
      this.#learnTouch(found),
    ]);
    const view = views.build(found);
    const last = findLastPrice(view, stored.lastPrice);
    const fairValue = fairValues.compute({ ...view, last });
    return buildBundle({ now: clock(), view, figures: stored, fairValue, series: chart, names });
  }

  /** Reads the book of a listed asset that has a price, but whose touch neither poll nor stream states. */
  async #learnTouch(found: ResolvedAsset): Promise<void> {
    const { state, last, bid, ask } = this.#options.views.build(found);
    if (state === null || last === null || bid !== null || ask !== null) return;
    await this.#options.readBook(found.ref);
  }
}

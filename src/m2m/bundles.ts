import type { Clock } from '../domain/index.ts';
import type { ResolvedAsset } from '../feed/feed.ts';
import { type Bundle, bundleOf, lastPriceOf } from './bundle.ts';
import type { FairValues } from './fair-values.ts';
import type { LiveViews } from './live-view.ts';
import type { StoreFiguresReader } from './store-figures.ts';

export interface BundlesOptions {
  readonly views: LiveViews;
  readonly fairValues: FairValues;
  readonly figures: StoreFiguresReader;
  readonly clock: Clock;
}

/** Makes bundles: from memory and the store, asking a venue only for assets that the store hardly knows. */
export class Bundles {
  readonly #options: BundlesOptions;

  constructor(options: BundlesOptions) {
    this.#options = options;
  }

  async bundle(found: ResolvedAsset, { series }: { readonly series: boolean }): Promise<Bundle> {
    const { views, fairValues, figures, clock } = this.#options;
    const [stored, chart] = await Promise.all([
      figures.of(found.ref),
      series ? figures.series(found.ref) : null,
    ]);
    const view = views.of(found);
    const last = lastPriceOf(view, stored.lastPrice);
    const fairValue = fairValues.of({ ...view, last });
    return bundleOf({ now: clock(), view, figures: stored, fairValue, series: chart });
  }
}

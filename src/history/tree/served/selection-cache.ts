import { ServedSelection } from './served-selection.ts';

/**
 * Selections of assets that are remembered, and parts of all of them together. The least recently used go
 * first: their known figures are computed again.
 */
const MAX_SELECTIONS = 16;
const MAX_PARTS = 50_000;

/** The selections of a served tree: all series, and the assets that were asked for last. */
export class SelectionCache {
  readonly whole = new ServedSelection(null);
  /** Selections of assets, by key; the last used one at the end. */
  readonly #selections = new Map<string, ServedSelection>();

  /** The selection of some assets, or of all series. */
  select(assets: readonly string[] | null): ServedSelection {
    if (assets === null) return this.whole;
    const wanted = new ServedSelection(assets);
    const selected = this.#selections.get(wanted.key) ?? wanted;
    this.#selections.delete(selected.key);
    this.#selections.set(selected.key, selected);
    let parts = [...this.#selections.values()].reduce((total, one) => total + one.parts.size, 0);
    for (const [key, one] of this.#selections) {
      if ((this.#selections.size <= MAX_SELECTIONS && parts <= MAX_PARTS) || one === selected) break;
      this.#selections.delete(key);
      parts -= one.parts.size;
    }
    return selected;
  }

  /** Forgets the selections of assets. */
  clear(): void {
    this.#selections.clear();
  }
}

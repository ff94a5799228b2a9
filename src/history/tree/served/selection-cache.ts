import { ServedSelection } from './served-selection.ts';

/**
 * Limits of the remembered selections of assets: their number, and the parts of all of them together. The least
 * recently used are forgotten first, and computed again when they are requested.
 */
const MAX_SELECTIONS = 16;
const MAX_PARTS = 50_000;

/** Selections of a served tree: the one of all series, and the most recently requested ones of some assets. */
export class SelectionCache {
  readonly whole = new ServedSelection(null);
  /** Selections of assets by key, the most recently used at the end. */
  readonly #selections = new Map<string, ServedSelection>();

  /** Finds or creates the selection of some assets, or of all series (null). */
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

  /** Forgets all selections of assets. */
  clear(): void {
    this.#selections.clear();
  }
}

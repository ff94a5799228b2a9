import type { Content } from './panels/view.ts';

/** A page while it is open. */
export interface OpenPage {
  /** Title of the browser's tab and of the main heading. */
  readonly title: string | (() => string);
  /** Draws the page; follows the signals that it reads. */
  readonly view: () => Content;
  /**
   * Members of the address that a copied link has in place of ranges that move with time. Absent where the API gives
   * the present alone: the link is then offered as a live one.
   */
  readonly frozen?: () => Readonly<Record<string, string | null>>;
  /** Members of the address that a copied link has besides, for others to see the same. */
  readonly shared?: () => Readonly<Record<string, string | null>>;
  /** Ends keys and streams that the page opened beside its panels. */
  readonly close?: () => void;
}

/** The exports of each file of `pages/`. */
export interface PageModule {
  /** Opens the page. @param rest The path after the page's own segment: `hl-BTC` of `/asset/hl-BTC`; '' without. */
  readonly open: (rest: string) => OpenPage;
}

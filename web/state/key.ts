import { signal } from '@preact/signals-core';

/**
 * The caller's key and, apart from it, the operator's token. Both live in memory. A key may be kept until the tab
 * closes, in `sessionStorage`; neither is ever in `localStorage`, a cookie, an address or a log.
 */

const STORED_AS = 'crosstape.key';

export const apiKey = signal<string | null>(readKept());
export const adminToken = signal<string | null>(null);

/** @param keep Whether it lasts until this tab closes, also when the page is loaded again. */
export function setApiKey(key: string | null, keep: boolean): void {
  apiKey.value = key;
  try {
    if (key !== null && keep) sessionStorage.setItem(STORED_AS, key);
    else sessionStorage.removeItem(STORED_AS);
  } catch {
    // A browser that stores nothing keeps it in memory alone.
  }
}

function readKept(): string | null {
  try {
    return sessionStorage.getItem(STORED_AS);
  } catch {
    return null;
  }
}

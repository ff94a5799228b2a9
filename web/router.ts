import { effect, signal } from '@preact/signals-core';
import type { OpenPage, PageModule } from './page.ts';
import { path } from './state/location.ts';

interface PageEntry {
  readonly segment: string;
  readonly name: string;
  /** Letter that is pressed after `g`. */
  readonly letter: string;
  readonly isInMenu: boolean;
  readonly load: () => Promise<PageModule>;
}

/** Every page, in the order of the menu. Its module is loaded when it is first opened. */
export const PAGES: readonly PageEntry[] = [
  { segment: '', name: 'Overview', letter: 'o', isInMenu: true, load: () => import('./pages/overview.ts') },
  {
    segment: 'markets',
    name: 'Markets',
    letter: 'm',
    isInMenu: true,
    load: () => import('./pages/markets.ts'),
  },
  {
    segment: 'watch',
    name: 'Watch',
    letter: 'w',
    isInMenu: true,
    load: () => import('./pages/watch.ts'),
  },
  {
    segment: 'asset',
    name: 'Asset',
    letter: 's',
    isInMenu: false,
    load: () => import('./pages/asset.ts'),
  },
  {
    segment: 'event',
    name: 'Event',
    letter: 'e',
    isInMenu: false,
    load: () => import('./pages/event.ts'),
  },
  {
    segment: 'disagreement',
    name: 'Disagreement',
    letter: 'd',
    isInMenu: true,
    load: () => import('./pages/disagreement.ts'),
  },
  {
    segment: 'movers',
    name: 'Movers',
    letter: 'v',
    isInMenu: true,
    load: () => import('./pages/movers.ts'),
  },
  {
    segment: 'funding',
    name: 'Funding',
    letter: 'f',
    isInMenu: true,
    load: () => import('./pages/funding.ts'),
  },
  {
    segment: 'correlations',
    name: 'Correlations',
    letter: 'c',
    isInMenu: true,
    load: () => import('./pages/correlations.ts'),
  },
  {
    segment: 'calibration',
    name: 'Calibration',
    letter: 'r',
    isInMenu: true,
    load: () => import('./pages/calibration.ts'),
  },
  {
    segment: 'settled',
    name: 'Settled',
    letter: 't',
    isInMenu: true,
    load: () => import('./pages/settled.ts'),
  },
  {
    segment: 'account',
    name: 'Account',
    letter: 'a',
    isInMenu: true,
    load: () => import('./pages/account.ts'),
  },
  {
    segment: 'bot',
    name: 'Bot',
    letter: 'b',
    isInMenu: true,
    load: () => import('./pages/bot.ts'),
  },
  {
    segment: 'admin',
    name: 'Admin',
    letter: 'x',
    isInMenu: false,
    load: () => import('./pages/admin.ts'),
  },
];

export const findPage = (pathname: string): PageEntry | undefined =>
  PAGES.find(({ segment }) => segment === (pathname.split('/')[1] ?? ''));

export type ShownPage =
  | { readonly kind: 'loading' }
  | { readonly kind: 'page'; readonly page: OpenPage; readonly entry: PageEntry }
  | { readonly kind: 'missing'; readonly pathname: string }
  /** The page's module could not be loaded: the service does not answer, or another version replaced it. */
  | { readonly kind: 'unloadable'; readonly name: string };

/** The page below the top bar. */
export const shown = signal<ShownPage>({ kind: 'loading' });

/** Opens the page of the address, now and whenever its path changes. */
export function startRouter(): void {
  effect(() => {
    const pathname = path.value;
    void open(pathname);
  });
}

async function open(pathname: string): Promise<void> {
  const entry = findPage(pathname);
  if (entry === undefined) return show({ kind: 'missing', pathname });
  let module: PageModule;
  try {
    module = await entry.load();
  } catch {
    // Whatever kept the module from loading, the page says that it cannot be opened.
    return show({ kind: 'unloadable', name: entry.name });
  }
  if (path.peek() !== pathname) return;
  show({ kind: 'page', page: module.open(decoded(pathname.split('/').slice(2).join('/'))), entry });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A path with a broken escape is shown as it was typed.
    return text;
  }
}

function show(next: ShownPage): void {
  const before = shown.peek();
  shown.value = next;
  if (before.kind === 'page') before.page.close?.();
}

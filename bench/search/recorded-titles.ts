import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { KIND_TRAITS } from '../../src/domain/index.ts';
import type { SearchedMarket } from '../../src/search/searched-market.ts';

const SHARED = path.join(import.meta.dirname, '../../../shared');

/** Reason why nothing can be measured; false when the recordings are there. */
export const whyNoRecordings: string | false = existsSync(path.join(SHARED, 'recordings'))
  ? false
  : 'the recordings are not beside the project: they are in a folder `shared` beside the checkout';

interface Body extends Readonly<Record<string, unknown>> {
  readonly events?: unknown;
  readonly volume24hr?: unknown;
  readonly volume_24h?: unknown;
  readonly volume_24h_fp?: unknown;
}

/** Reads the markets of all recordings and labelled pairs, each once, in the order of the files. */
export function readRecordedTitles(): readonly SearchedMarket[] {
  const found = new Map<string, SearchedMarket>();
  const add = (market: SearchedMarket) => {
    const key = market.asset.toLowerCase();
    if (!found.has(key)) found.set(key, market);
  };
  const files = globSync(['recordings/**/*.json', 'links/*.json'], { cwd: SHARED }).sort();
  for (const file of files) {
    if (file.endsWith('.request.json')) continue;
    const body: unknown = JSON.parse(readFileSync(path.join(SHARED, file), 'utf8'));
    if (/metaAndAssetCtxs-(1|dex-xyz)\.json$/.test(file)) listPerps(body).forEach(add);
    else walk(body, null, add);
  }
  return [...found.values()];
}

function listPerps(body: unknown): SearchedMarket[] {
  const [{ universe }, contexts] = body as [
    { universe: { name: string; isDelisted?: boolean }[] },
    { dayNtlVlm: string }[],
  ];
  return universe.flatMap(({ name, isDelisted }, i) =>
    isDelisted === true
      ? []
      : [
          {
            asset: KIND_TRAITS['hl-perp'].idPrefix + name,
            venue: 'hyperliquid',
            kind: 'hl-perp',
            title: name,
            event: null,
            eventKey: null,
            answer: null,
            volumeUsd: Number(contexts[i]?.dayNtlVlm ?? 0),
            isOpen: true,
          },
        ],
  );
}

/** Walks through a body and takes all objects that look like a venue's market. */
function walk(value: unknown, event: Body | null, add: (market: SearchedMarket) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, event, add);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const body = value as Body;
  const market = readMarket(body, event);
  if (market !== null) add(market);
  const inside = 'markets' in body && 'title' in body ? body : event;
  for (const member of Object.values(body)) walk(member, inside, add);
}

function readMarket(body: Body, outer: Body | null): SearchedMarket | null {
  const text = (name: string, from: Body | null = body) => {
    const value = from?.[name];
    return typeof value === 'string' && value.trim() !== '' ? value : null;
  };
  const [title, slug, ticker] = [text('title'), text('slug'), text('ticker')];
  const [question, answer] = [text('question'), text('yes_sub_title')];
  if (question !== null && slug !== null) {
    const [own] = Array.isArray(body.events) ? (body.events as Body[]) : [];
    return {
      asset: `pm-${slug}`,
      venue: 'polymarket',
      kind: 'pm',
      title: question,
      event: text('title', outer ?? own ?? null),
      eventKey: null,
      answer: text('groupItemTitle'),
      volumeUsd: toVolume(body.volume24hr),
      isOpen: true,
    };
  }
  if (title !== null && ticker !== null && 'event_ticker' in body && 'yes_sub_title' in body) {
    return {
      asset: `kalshi-${ticker}`,
      venue: 'kalshi',
      kind: 'kalshi',
      title,
      event: text('title', outer),
      eventKey: null,
      answer,
      volumeUsd: toVolume(body.volume_24h_fp ?? body.volume_24h),
      isOpen: true,
    };
  }
  if (title !== null && slug !== null && 'conditionId' in body && 'marketType' in body) {
    return {
      asset: `limitless-${slug}`,
      venue: 'limitless',
      kind: 'limitless',
      title,
      event: null,
      eventKey: null,
      answer: null,
      volumeUsd: 0,
      isOpen: true,
    };
  }
  return null;
}

function toVolume(value: unknown): number {
  const volume = Number(value ?? 0);
  return Number.isFinite(volume) ? volume : 0;
}

import { signal } from '@preact/signals-core';
import type { GetSparklinesAnswer } from '../../../client/src/index.ts';
import { priceText } from '../../format/market.ts';
import { MISSING } from '../../format/number.ts';
import { duration } from '../../format/time.ts';
import { getPriceUnit } from '../../format/venue.ts';
import { ask } from '../../state/service.ts';
import { settings } from '../../state/settings.ts';
import type { Column } from '../table/table-model.ts';
import { type Content, html } from '../view.ts';
import { drawLine, LINE_HEIGHT, LINE_WIDTH, type LineDrawing } from './sparkline-model.ts';

/** An older line is requested again when its row is drawn. */
const EVERY_MS = 120_000;
/** Rows drawn within this time share a request. */
const GATHER_MS = 150;
/** Limit of the assets in one request. */
const MAX_ASKED = 50;
/** Limit of rows that wait for a request: the oldest, which were scrolled past, are dropped. */
const MAX_WANTED = 2 * MAX_ASKED;
const MAX_KEPT = 1_000;
export const HALF_HOUR_MS = 1_800_000;

/** Each answer of the service lasts so long: what arrived in the meantime is in the next one. */
const ANSWER_MS = 61_000;

interface CachedLine {
  /** null: nothing was recorded; undefined: it could not be read. */
  readonly drawn: LineDrawing | null | undefined;
  /** Monotonic ms. */
  readonly askedAt: number;
}

/** Lines by asset id in lower case, because keys of the store have no other case. */
const lines = signal<ReadonlyMap<string, CachedLine>>(new Map());
const wanted = new Set<string>();
/** Lines that are requested and not answered yet: rows drawn meanwhile do not request them again. */
const asking = new Set<string>();
/** The module that requests the past of markets, loaded when the first of them has none; null until then. */
const past = signal<typeof import('../../state/past.ts') | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

/** The column with the last 24 hours of each row. Only rows that are drawn are requested. */
export const lineColumn = <Row>(getAsset: (row: Row) => string, width = 92): Column<Row> => ({
  id: 'line',
  title: '24 h line',
  note: 'A close each half hour, on a scale of its own; grey where nothing was recorded.',
  isText: true,
  width,
  cell: (row) => sparkline(getAsset(row)),
});

/** Counts the half hours in the last 24 hours before the first close of a row; null while it is not known. */
export const countBefore = (asset: string): number | null =>
  lines.value.get(asset.toLowerCase())?.drawn?.begin ?? null;

function sparkline(asset: string): Content {
  const kept = lines.value.get(asset.toLowerCase());
  if (kept === undefined || performance.now() - kept.askedAt > EVERY_MS) want(asset);
  const drawn = kept?.drawn;
  if (drawn === undefined) return '';
  const isComing = (drawn === null || drawn.begin > 0) && isPastComing(asset);
  if (drawn === null) {
    return isComing
      ? html`<span class="muted" title="nothing was recorded in 24 hours; ${COMING}">on its way</span>`
      : html`<span class="missing" title="nothing was recorded in 24 hours">${MISSING}</span>`;
  }
  const { line, holes, first, last } = drawn;
  const direction = last > first ? 'up' : last < first ? 'down' : 'muted';
  const words = `${describe(asset, drawn)}${isComing ? `; ${COMING}` : ''}`;
  return html`<span class="line-24h ${direction}" role="img" title=${words} aria-label=${words}
    ><svg viewBox="0 0 ${LINE_WIDTH} ${LINE_HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><path class="hole" d=${holes}></path><path class="line" d=${line}></path></svg></span
  >`;
}

function describe(asset: string, { first, last, low, high, missing }: LineDrawing): string {
  const text = (price: number) => priceText(price, getPriceUnit(asset), settings.value.odds);
  const lost = missing === 0 ? '' : `; ${duration(missing * HALF_HOUR_MS)} not recorded`;
  return `24 h: from ${text(first)} to ${text(last)}, between ${text(low)} and ${text(high)}${lost}`;
}

const COMING = 'its past is on the way';

/** Whether the past of a drawn market is on its way. It is requested where it is not known yet. */
function isPastComing(asset: string): boolean {
  const { value } = past;
  if (value === null) void loadPast();
  value?.wantPast([asset]);
  return value?.isPastComing(asset) ?? false;
}

async function loadPast(): Promise<void> {
  const loaded = await import('../../state/past.ts');
  if (past.peek() !== null) return;
  past.value = loaded;
  loaded.onPastArrived((assets) => {
    drawAgain(assets);
    setTimeout(() => drawAgain(assets), ANSWER_MS);
  });
}

/** Lets the lines of these assets be requested when their rows are drawn next, which is now for those in view. */
function drawAgain(assets: readonly string[]): void {
  const next = new Map(lines.peek());
  for (const asset of assets) {
    const id = asset.toLowerCase();
    const kept = next.get(id);
    if (kept !== undefined) next.set(id, { ...kept, askedAt: Number.NEGATIVE_INFINITY });
  }
  lines.value = next;
}

/** Describes the number of drawn markets whose past is on its way, as a part of a sentence; '' for none. */
export function describeComing(): string {
  const coming = past.value?.countComing() ?? 0;
  return coming === 0 ? '' : `the past of ${coming} is on the way`;
}

function want(asset: string): void {
  if (asking.has(asset)) return;
  // Those that were wanted last are in view.
  wanted.delete(asset);
  wanted.add(asset);
  clearTimeout(timer);
  timer = setTimeout(() => void askForWanted(), GATHER_MS);
}

async function askForWanted(): Promise<void> {
  if (document.hidden) return;
  const assets = [...wanted].slice(-MAX_WANTED);
  wanted.clear();
  for (let from = 0; from < assets.length; from += MAX_ASKED) {
    // In one order, so that the same rows are the same request however they are sorted.
    await askFor(assets.slice(from, from + MAX_ASKED).sort());
  }
}

async function askFor(assets: readonly string[]): Promise<void> {
  const askedAt = performance.now();
  const next = new Map(lines.peek());
  for (const asset of assets) asking.add(asset);
  const put = (asset: string, drawn: CachedLine['drawn']) => {
    next.delete(asset.toLowerCase());
    next.set(asset.toLowerCase(), { drawn, askedAt });
  };
  try {
    const path = `/api/sparklines?assets=${assets.map(encodeURIComponent).join(',')}`;
    const { sparklines } = (await ask(path, { server: 'main', credential: 'none' })) as GetSparklinesAnswer;
    for (const asset of assets) put(asset, null);
    for (const { asset, closes } of sparklines) put(asset, drawLine(closes, getPriceUnit(asset)));
  } catch {
    // The old drawing stays; the call is repeated like one that worked.
    for (const asset of assets) put(asset, next.get(asset.toLowerCase())?.drawn);
  }
  for (const asset of assets) asking.delete(asset);
  for (const oldest of [...next.keys()].slice(0, Math.max(0, next.size - MAX_KEPT))) next.delete(oldest);
  lines.value = next;
}

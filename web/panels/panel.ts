import { computed, signal } from '@preact/signals-core';
import { type Call, follow, isShared } from '../state/calls.ts';
import { now, serviceNow } from '../state/clock.ts';
import { type Failure, formatCurl, type Target } from '../state/service.ts';
import { type Content, html, nothing, renderAge, toFreshness, view } from './view.ts';

export interface PanelOptions<T> {
  readonly title: string;
  /** Unit of the figures, or the time zone; shown beside the title. */
  readonly unit?: string | (() => string);
  /** The call whose answer the panel shows. null: nothing can be requested yet, and `waiting` says why. */
  readonly call: Call<T> | (() => Call<T> | null);
  readonly waiting?: string;
  readonly body: (data: T) => Content;
  /** Finds the text instead of the body of an answer without content; null: it has some. */
  readonly empty?: (data: T) => string | null;
  /** Finds the text for when nothing was ever recorded; null: something was. */
  readonly never?: (data: T) => string | null;
  /** Time of the figures by the service's clock. Default: the time that the answer states, or of its arrival. */
  readonly at?: (data: T) => number | null;
  /** Whether the answer is about a moment of the past: it has no age, and never grows old. */
  readonly isPast?: (data: T) => boolean;
  /** Whether an earlier answer is hidden while the newest request fails. Default: it stays below the failure. */
  readonly hidesFailed?: boolean;
  /** Controls in the header. */
  readonly tools?: () => Content;
  /** The nearest call that needs no key, for a panel that is locked. */
  readonly freeCall?: string;
  /** Guide and section that explain the panel: `bot#halting`. */
  readonly guide?: string;
  /** Lists the rows of the panel's CSV, where they are not the longest list of the answer. */
  readonly list?: (data: T) => readonly object[];
  /** Whether the body is a table, with no padding around it. */
  readonly isFlush?: boolean;
  /** `third`, `half`, `wide` (two thirds), `full`: its width in the grid. */
  readonly width?: 'third' | 'half' | 'wide' | 'full';
}

const LOCKED = new Set([401, 402, 403]);

/** Whether a call needs a key, a tier, a venue or money that it does not have. */
export const isLocking = ({ status }: Failure): boolean => LOCKED.has(status ?? 0);

/** Module that is loaded when the first panel is locked: most viewers never see one. */
const lockedPanel = signal<typeof import('./locked.ts') | null>(null);

/** How to open what is locked. @param freeCall The nearest call that needs no key. */
export function locked(failure: Failure, freeCall: string | undefined): Content {
  if (lockedPanel.value !== null) return lockedPanel.value.locked(failure, freeCall);
  void import('./locked.ts').then((module) => {
    lockedPanel.value = module;
  });
  return html`<p class="state locked"><strong>Locked</strong></p>`;
}

/**
 * One panel of a page: title, unit, age, the request as `curl`, and the answer of the call in each of its states.
 *
 * Make it once when the page opens: it then follows its call on its own, and only while it is in view.
 */
export function panel<T>(options: PanelOptions<T>): Content {
  const { title, width = 'half' } = options;
  const { call } = options;
  const current = follow(typeof call === 'function' ? call : () => call);
  const at = computed(() => {
    const state = current.value?.state;
    if (state === undefined || state.data === null || state.receivedAt === null) return null;
    if (options.isPast?.(state.data) === true) return null;
    const said = options.at?.(state.data) ?? findTime(state.data);
    return said ?? (serviceNow() ?? 0) - (performance.now() - state.receivedAt);
  });
  const freshness = computed(() => {
    const nowMs = now.value;
    const made = at.value;
    if (nowMs === null || made === null) return 'fresh';
    return toFreshness(nowMs - made, current.value?.call.everyMs ?? 0);
  });
  const id = `panel-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

  // Out of view it asks for nothing, once it has an answer to show.
  const mayRest = () => {
    const state = current.peek()?.state;
    return state === undefined || (state.data !== null && state.failure === null);
  };
  return view(() => {
    const asked = current.value?.call ?? null;
    const state = current.value?.state ?? null;
    const failure = state?.failure ?? null;
    const data = state?.data ?? null;
    const unit = typeof options.unit === 'function' ? options.unit() : options.unit;
    const curl = asked === null ? null : formatCurl(asked);
    const every = asked?.everyMs ?? null;
    queueMicrotask(() => makeReachable(`[aria-labelledby=${id}] > .body`));
    const isAway = failure !== null && asked !== null && isShared(failure, asked);
    const isKept = isAway && data !== null;
    const tools = isAway && asked.credential === 'key' ? nothing : (options.tools?.() ?? nothing);
    return html`<section class="panel ${width} ${freshness.value} ${isKept ? 'kept' : ''}" aria-labelledby=${id} data-curl=${curl ?? nothing}>
      <header>
        <h2 id=${id}>${title}</h2>
        ${options.guide === undefined ? nothing : html`<a class="guide" href="/docs/guides/${options.guide}" target="_blank" rel="noopener" aria-label="guide to ${title}" title="what this is">?</a>`}
        ${unit === undefined || unit === '' ? nothing : html`<span class="unit">${unit}</span>`}
        <span class="tools">${tools}</span>
        ${at.value === null ? nothing : html`<span class="age">${renderAge(at.value, every)}</span>`}
        ${
          curl === null
            ? nothing
            : html`<button class="curl wide-only" title=${curl} @click=${() => void copyRequest(curl)}>curl</button
              ><button class="curl" title="this data in Python, TypeScript, curl, CSV" @click=${() => void showCode(title, asked, data === null ? null : (options.list?.(data) ?? data))}>code</button>`
        }
      </header>
      <div class="body ${options.isFlush === true ? 'flush' : ''}">${renderBody(options, asked, data, failure)}</div>
    </section>`;
  }, mayRest);
}

/** Texts of panels that wait for a cause which the banner above the page explains. */
export const WAITING = {
  service: 'comes when the service answers again',
  key: 'locked: the key is refused',
} as const;

async function showCode(title: string, asked: Target | null, data: unknown): Promise<void> {
  if (asked !== null) await (await import('./code-sheet.ts')).showCode(title, asked, data);
}

/** Lets content that is wider than its panel take the focus, so that keys scroll it sideways. */
function makeReachable(bodies: string): void {
  for (const body of document.querySelectorAll<HTMLElement>(bodies)) {
    if (body.scrollWidth > body.clientWidth) body.tabIndex = 0;
    else body.removeAttribute('tabindex');
  }
}
addEventListener('resize', () => makeReachable('.panel > .body'));

/** Copies the command that asks the same. */
export async function copyRequest(curl: string): Promise<void> {
  const { copy } = await import('./notice.ts');
  await copy(curl, 'request');
}

function renderBody<T>(
  options: PanelOptions<T>,
  asked: Call<T> | null,
  data: T | null,
  failure: Failure | null,
): Content {
  if (asked === null) return html`<p class="state waiting">${options.waiting ?? 'nothing is chosen yet'}</p>`;
  if (data === null) {
    if (failure === null) return html`<p class="state loading">loading</p>`;
    if (isShared(failure, asked))
      return html`<p class="state waiting">${WAITING[failure.status === 401 ? 'key' : 'service']}</p>`;
    return isLocking(failure) ? locked(failure, options.freeCall) : failed(failure, asked);
  }
  const never = options.never?.(data) ?? null;
  const empty = never === null ? (options.empty?.(data) ?? null) : null;
  const content =
    never !== null
      ? html`<p class="state never">${never}</p>`
      : empty !== null
        ? html`<p class="state empty">${empty}</p>`
        : options.body(data);
  if (failure === null || isShared(failure, asked)) return content;
  return html`${failed(failure, asked)}${options.hidesFailed === true ? nothing : content}`;
}

/** A call that gave no answer: code, sentence, the id that finds it in the service's log, and another try. */
export function failed(failure: Failure, asked: Pick<Call<unknown>, 'refresh'>): Content {
  const { code, message, requestId } = failure;
  return html`<div class="state failed" role="status">
    <strong>${code}</strong> ${message}
    ${requestId === null ? nothing : html`<span class="muted">request ${requestId}</span>`}
    <button @click=${() => asked.refresh()}>try again</button>
  </div>`;
}

/** Finds the time at which an answer says that it was made. */
function findTime(data: unknown): number | null {
  if (typeof data !== 'object' || data === null) return null;
  const { generatedAtMs, generatedAt, now: made } = data as Record<string, unknown>;
  if (typeof generatedAtMs === 'number') return generatedAtMs;
  if (typeof made === 'number') return made;
  const parsed = typeof generatedAt === 'string' ? Date.parse(generatedAt) : Number.NaN;
  return Number.isFinite(parsed) ? parsed : null;
}

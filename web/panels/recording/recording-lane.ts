import { nothing, render, svg, type TemplateResult } from 'lit-html';
import { duration, isoTime, shortTime } from '../../format/time.ts';
import { goTo } from '../../state/location.ts';
import { settings } from '../../state/settings.ts';
import { html } from '../view.ts';
import type { RecordingCell, RecordingGap } from './model.ts';

export interface Lane {
  readonly label: string;
  /** Asset whose page opens at the moment that is pressed. */
  readonly asset: string;
  readonly cells: readonly RecordingCell[];
  readonly gaps: readonly RecordingGap[];
  readonly recordedFromMs: number | null;
  readonly nowMs: number;
}

const HEIGHT = 34;
/** Cells shown on each side of a moment when its asset is opened. */
const CELLS_AROUND = 4;

/** One lane, drawn to its true width: a hole is as wide as it lasted. */
class RecordingLane extends HTMLElement {
  #lane: Lane | null = null;
  #width = 0;
  readonly #observer = new ResizeObserver(([entry]) => {
    this.#width = Math.floor(entry?.contentRect.width ?? 0);
    this.#draw();
  });

  set lane(lane: Lane) {
    this.#lane = lane;
    this.#draw();
  }

  connectedCallback(): void {
    this.#observer.observe(this);
  }

  disconnectedCallback(): void {
    this.#observer.disconnect();
  }

  #draw(): void {
    if (this.#lane !== null && this.#width > 0) render(drawing(this.#lane, this.#width), this);
  }
}
customElements.define('ct-recording-lane', RecordingLane);

export const recordingLane = (lane: Lane): TemplateResult =>
  html`<ct-recording-lane .lane=${lane}></ct-recording-lane>`;

function drawing({ label, asset, cells, gaps, recordedFromMs, nowMs }: Lane, width: number): TemplateResult {
  const fromMs = cells[0]?.fromMs ?? 0;
  const toMs = cells.at(-1)?.toMs ?? 1;
  const x = (ms: number) => ((ms - fromMs) / (toMs - fromMs)) * width;
  const { zone } = settings.value;
  const time = (ms: number) => shortTime(ms, nowMs, zone);
  const began = recordedFromMs !== null && recordedFromMs > fromMs ? recordedFromMs : null;
  const cellMs = (toMs - fromMs) / Math.max(1, cells.length);
  const press = (event: MouseEvent) => {
    const at = fromMs + (event.offsetX / width) * (toMs - fromMs);
    goTo(assetAt(asset, at - CELLS_AROUND * cellMs, Math.min(nowMs, at + CELLS_AROUND * cellMs)));
  };
  return html`<svg @click=${press} width=${width} height=${HEIGHT} viewBox="0 0 ${width} ${HEIGHT}" role="group" aria-label=${label}>
    ${cells.map(({ fromMs: start, toMs: end, records, due, share }) => {
      if (share === null || start > nowMs) return nothing;
      const height = Math.max(1.5, share * (HEIGHT - 4));
      const left = x(Math.max(start, recordedFromMs ?? start)) + 0.5;
      return svg`<rect
        class=${share >= 0.9 ? 'cell' : 'cell low'}
        x=${left.toFixed(1)} y=${(HEIGHT - height).toFixed(1)}
        width=${Math.max(0.8, x(Math.min(end, nowMs)) - left - 0.5).toFixed(1)} height=${height.toFixed(1)}
      ><title>${time(start)} to ${time(Math.min(end, nowMs))}: ${records} of ${Math.floor(due)} records</title></rect>`;
    })}
    ${
      began === null
        ? nothing
        : svg`<line class="began" x1=${x(began)} x2=${x(began)} y1="0" y2=${HEIGHT}></line>
          ${
            x(began) > 130
              ? svg`<text class="began" x=${x(began) - 5} y="21" text-anchor="end">recording began</text>`
              : nothing
          }`
    }
    ${gaps.map((gap) => {
      const left = x(gap.fromMs);
      const wide = Math.max(2, x(gap.toMs) - left);
      const ends = gap.isOpen ? 'lasts' : `to ${time(gap.toMs)}, ${duration(gap.toMs - gap.fromMs)}`;
      return svg`<a class="gap" href=${assetAt(asset, gap.fromMs - cellMs, gap.toMs + cellMs)} aria-label="not recorded from ${time(gap.fromMs)} ${ends}: ${gap.reason}" @click=${(event: Event) => event.stopPropagation()}><title>not recorded from ${time(gap.fromMs)} ${ends}: ${gap.reason}</title>
        <rect x=${left} y="0" width=${wide} height=${HEIGHT}></rect>
        <path d=${hatch(left, wide)}></path>
        <path class="edge" d="M${left} 0V${HEIGHT}${gap.isOpen ? '' : `M${left + wide} 0V${HEIGHT}`}"></path></a>`;
    })}
  </svg>`;
}

/** Builds the address of an asset with a window in view. */
const assetAt = (asset: string, fromMs: number, toMs: number): string =>
  `/asset/${encodeURIComponent(asset)}?from=${isoTime(Math.round(fromMs))}&to=${isoTime(Math.round(toMs))}`;

/** Draws diagonal lines inside a rectangle, cut at its edges. */
function hatch(left: number, width: number): string {
  const lines: string[] = [];
  for (let start = -HEIGHT; start < width; start += 6) {
    const from = Math.max(0, start);
    const to = Math.min(width, start + HEIGHT);
    if (to > from)
      lines.push(`M${left + from} ${HEIGHT - (from - start)}L${left + to} ${HEIGHT - (to - start)}`);
  }
  return lines.join('');
}

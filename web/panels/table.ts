import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { nothing, render, type TemplateResult } from 'lit-html';
import { onKeys } from '../state/keyboard.ts';
import { settings } from '../state/settings.ts';
import { type Content, html } from './view.ts';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** Stands beside the title, once for the column. */
  readonly unit?: string;
  /** What the column means, where its title does not say it. */
  readonly note?: string;
  /** Figures are at the right, texts at the left. */
  readonly isText?: boolean;
  /** As in `grid-template-columns`: `90px`, `minmax(120px, 2fr)`. */
  readonly width: string;
  readonly cell: (row: Row) => Content;
  /** What rows are sorted by; null comes last in both directions. */
  readonly sortBy: (row: Row) => number | string | null;
}

export interface Sort {
  readonly id: string;
  readonly isUp: boolean;
}

export interface TableOptions<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: ReadonlySignal<readonly Row[]>;
  readonly sort: ReadonlySignal<Sort>;
  readonly onSort: (sort: Sort) => void;
  /** Opens what a row is about. */
  readonly onOpen: (row: Row) => void;
}

const ROW_PX = { dense: 24, comfortable: 32 } as const;
/** Rows beyond both edges of what is seen, so that a quick turn of the wheel meets drawn rows. */
const SPARE_ROWS = 8;

/**
 * A table of any length: only the rows in view are in the document. `j` and `k` or the arrows move the row, Enter
 * opens it, every header sorts.
 */
export function table<Row>(options: TableOptions<Row>): TemplateResult {
  return html`<ct-table .options=${options}></ct-table>`;
}

/** Rows in the order of a column. Equal rows keep their order; rows without a value come last. */
export function sorted<Row>(
  rows: readonly Row[],
  column: Pick<Column<Row>, 'sortBy'>,
  isUp: boolean,
): readonly Row[] {
  const sign = isUp ? 1 : -1;
  return rows
    .map((row) => ({ row, by: column.sortBy(row) }))
    .sort((a, b) => {
      if (a.by === null || b.by === null) return Number(a.by === null) - Number(b.by === null);
      if (typeof a.by === 'string' || typeof b.by === 'string')
        return sign * String(a.by).localeCompare(String(b.by));
      return sign * (a.by - b.by);
    })
    .map(({ row }) => row);
}

class Table extends HTMLElement {
  #options: TableOptions<unknown> | null = null;
  #stops: (() => void)[] = [];
  readonly #top = signal(0);
  readonly #height = signal(600);
  readonly #active = signal(0);
  readonly #observer = new ResizeObserver(([entry]) => {
    this.#height.value = entry?.contentRect.height ?? 600;
  });

  set options(options: TableOptions<unknown>) {
    if (options === this.#options) return;
    this.#options = options;
    if (this.isConnected) this.#start();
  }

  connectedCallback(): void {
    this.#start();
  }

  disconnectedCallback(): void {
    this.#stop();
  }

  #stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#observer.disconnect();
  }

  #start(): void {
    this.#stop();
    const options = this.#options;
    if (options === null) return;
    const rows = computed(() => {
      const { id, isUp } = options.sort.value;
      const column = options.columns.find((each) => each.id === id) ?? options.columns[0];
      return column === undefined ? options.rows.value : sorted(options.rows.value, column, isUp);
    });
    const move = (by: number) => this.#move(this.#active.peek() + by, rows.peek().length);
    this.style.setProperty('--columns', options.columns.map(({ width }) => width).join(' '));
    this.#stops.push(
      effect(() => this.#draw(options, rows.value)),
      onKeys([
        { keys: 'j', says: 'next row', run: () => move(1) },
        { keys: 'k', says: 'row before', run: () => move(-1) },
        { keys: 'Enter', says: 'open the row', run: () => this.#open(options, rows.peek()) },
      ]),
    );
    const scroller = this.querySelector('.scroll');
    if (scroller !== null) this.#observer.observe(scroller);
  }

  #draw(options: TableOptions<unknown>, rows: readonly unknown[]): void {
    const rowPx = ROW_PX[settings.value.rows];
    const first = Math.max(0, Math.min(rows.length - 1, Math.floor(this.#top.value / rowPx)) - SPARE_ROWS);
    const seen = Math.ceil(this.#height.value / rowPx) + 2 * SPARE_ROWS;
    const active = Math.min(this.#active.value, rows.length - 1);
    const { columns, label } = options;
    render(
      html`<div class="scroll" role="grid" aria-label=${label} aria-rowcount=${rows.length + 1}
        @scroll=${(event: Event) => {
          this.#top.value = (event.target as Element).scrollTop;
        }}
        @keydown=${(event: KeyboardEvent) => this.#press(event, rows.length)}
      >
        <div role="row" class="head" aria-rowindex="1">${columns.map((column) => header(column, options))}</div>
        <div role="rowgroup" class="rows">
          ${rows.slice(first, first + seen).map((row, offset) => {
            const index = first + offset;
            return html`<div role="row" class="row" aria-rowindex=${index + 2} data-index=${index}
              tabindex=${index === active ? 0 : -1}
              @click=${(event: MouseEvent) => {
                this.#active.value = index;
                if ((event.target as Element).closest('a') === null) options.onOpen(row);
              }}
            >${columns.map(({ cell, isText }) => html`<div role="gridcell" class=${isText === true ? 'text' : 'num'}>${cell(row)}</div>`)}</div>`;
          })}
        </div>
      </div>`,
      this,
    );
    // Sizes are set here: the policy of the page allows no style in markup.
    const body = this.querySelector<HTMLElement>('.rows');
    if (body !== null) {
      body.style.height = `${rows.length * rowPx}px`;
      body.style.paddingTop = `${first * rowPx}px`;
    }
  }

  #press(event: KeyboardEvent, count: number): void {
    const page = Math.floor(this.#height.peek() / ROW_PX[settings.peek().rows]) - 2;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
    };
    const step = steps[event.key];
    if (step === undefined || (event.target as Element).closest('.row') === null) return;
    event.preventDefault();
    this.#move(this.#active.peek() + step, count);
  }

  #move(to: number, count: number): void {
    if (count === 0) return;
    const index = Math.max(0, Math.min(count - 1, to));
    const rowPx = ROW_PX[settings.peek().rows];
    const scroller = this.querySelector('.scroll');
    this.#active.value = index;
    if (scroller !== null) {
      const room = scroller.clientHeight - 2 * rowPx;
      const top = index * rowPx;
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (top > scroller.scrollTop + room) scroller.scrollTop = top - room;
      this.#top.value = scroller.scrollTop;
    }
    this.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
  }

  #open(options: TableOptions<unknown>, rows: readonly unknown[]): void {
    const row = rows[this.#active.peek()];
    if (row !== undefined) options.onOpen(row);
  }
}
customElements.define('ct-table', Table);

function header({ id, title, unit, note, isText }: Column<unknown>, options: TableOptions<unknown>): Content {
  const { id: by, isUp } = options.sort.value;
  const isSorted = id === by;
  const sign = isUp ? '▴' : '▾';
  return html`<div role="columnheader" class=${isText === true ? 'text' : 'num'}
    aria-sort=${isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}
  ><button title=${note ?? nothing} @click=${() => options.onSort({ id, isUp: isSorted ? !isUp : isText === true })}
    >${title}${unit === undefined ? nothing : html` <span class="unit">${unit}</span>`}${isSorted ? ` ${sign}` : nothing}</button></div>`;
}

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { nothing, render, type TemplateResult } from 'lit-html';
import { onKeys } from '../../state/keyboard.ts';
import { keepPlace, readPlace } from '../../state/location.ts';
import { columnChoice, isPhone, settings } from '../../state/settings.ts';
import { type Content, html } from '../view.ts';
import {
  type Column,
  type ColumnChoice,
  gridTemplate,
  leastWidth,
  type Sort,
  shownColumns,
  sorted,
} from './table-model.ts';

export type { Column, Sort } from './table-model.ts';

export interface TableOptions<Row> {
  /** Names the table for screen readers, and its stored settings; unique on a page. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: ReadonlySignal<readonly Row[]>;
  /** Absent: rows stay in the order in which they come until a header is pressed. */
  readonly sort?: ReadonlySignal<Sort | null>;
  /** Called when the viewer sorts. Absent: the table keeps the order to itself, until the page is left. */
  readonly onSort?: (sort: Sort) => void;
  /** Puts rows that belong together beside each other, when they are sorted; it may put heads between them. */
  readonly arrange?: (rows: readonly Row[]) => readonly Row[];
  /** Opens the subject of a row. Absent: rows are read only. */
  readonly onOpen?: (row: Row) => void;
  /** Content below an open row; null: the row is not open. */
  readonly detail?: (row: Row) => Content | null;
  /** Columns that are shown or hidden. Absent: those that the viewer chose for the label. */
  readonly choice?: () => ColumnChoice;
  /** Keys that do something with the row that has the focus, or was chosen last. */
  readonly rowKeys?: readonly {
    readonly keys: string;
    readonly says: string;
    readonly run: (row: Row) => void;
  }[];
  /** Class of a row that differs from others in more than its figures. */
  readonly rowClass?: (row: Row) => string;
  /**
   * `page`: it scrolls in the rest of the page, and only the rows in view are in the document: for lists of any
   * length. `rows`: it is as high as its rows, for short lists.
   */
  readonly height?: 'page' | 'rows';
}

/** Pixels; on a phone a row is as high as a finger needs. */
const ROW_PX = { dense: 24, comfortable: 32, phone: 48 } as const;
/** Rows beyond both edges of the view, so that a quick turn of the wheel meets drawn rows. */
const SPARE_ROWS = 8;
/** A page remembers where its table stood; not at every pixel of the way. */
const KEEP_MS = 150;

/**
 * The one table: columns shared by header and rows at every width of the page, the name in view, figures never pushed.
 * `j` and `k` or the arrows move the row, Enter or a click opens it, headers sort; from the filter of the page the
 * arrow leads into the rows and Enter opens the first. On a phone it shows the columns with a `phoneWidth` beside the
 * name.
 */
export function table<Row>(options: TableOptions<Row>): TemplateResult {
  return html`<ct-table .options=${options}></ct-table>`;
}

/** A table of rows that an answer gave, where no signal holds them. Give it the same `options` each time. */
export const rowTable = <Row>(options: StaticOptions<Row>, rows: readonly Row[]): TemplateResult =>
  html`<ct-table .fixed=${{ options, rows }}></ct-table>`;
export type StaticOptions<Row> = Omit<TableOptions<Row>, 'rows'>;

class Table extends HTMLElement {
  #options: TableOptions<unknown> | null = null;
  #given: StaticOptions<unknown> | null = null;
  #stops: (() => void)[] = [];
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #rows = signal<readonly unknown[]>([]);
  readonly #ownSort = signal<Sort | null>(null);
  readonly #top = signal(0);
  readonly #height = signal(600);
  /** Index of the row that keys move from; -1 before any was chosen. */
  readonly #active = signal(-1);
  /** Scroll position to restore once the rows have arrived; 0: none. */
  #wantedTop = 0;
  readonly #observer = new ResizeObserver(([entry]) => {
    this.#height.value = entry?.contentRect.height ?? 600;
  });

  set options(options: TableOptions<unknown>) {
    if (options === this.#options) return;
    this.#options = options;
    if (this.isConnected) this.#start();
  }

  set fixed({ options, rows }: { options: StaticOptions<unknown>; rows: readonly unknown[] }) {
    this.#rows.value = rows;
    if (options === this.#given) return;
    this.#given = options;
    this.options = { height: 'rows', ...options, rows: this.#rows };
  }

  connectedCallback(): void {
    this.#start();
  }

  disconnectedCallback(): void {
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#keepTimer);
    for (const stop of this.#stops.splice(0)) stop();
    this.#observer.disconnect();
  }

  #start(): void {
    this.#stop();
    const options = this.#options;
    if (options === null) return;
    const place = readPlace(options.label);
    this.#active.value = place?.active ?? -1;
    this.#wantedTop = place?.top ?? 0;
    const sort = computed(() => options.sort?.value ?? this.#ownSort.value);
    const rows = computed(() => {
      const by = sort.value;
      const column = options.columns.find((each) => each.id === by?.id);
      const ordered =
        by === null || column === undefined
          ? options.rows.value
          : sorted(options.rows.value, column, by.isUp);
      return options.arrange?.(ordered) ?? ordered;
    });
    this.className = options.height === 'rows' ? 'rows' : 'page';
    this.#stops.push(effect(() => this.#draw(options, rows.value, sort.value)));
    if (options.onOpen !== undefined && options.height !== 'rows') this.#followKeys(options, rows);
    const scroller = this.querySelector('.scroll');
    if (scroller !== null) this.#observer.observe(scroller);
  }

  #followKeys(options: TableOptions<unknown>, rows: ReadonlySignal<readonly unknown[]>): void {
    const findIndex = () => {
      const focused = this.querySelector<HTMLElement>('.row:focus-within')?.dataset.index;
      return focused === undefined ? this.#active.peek() : Number(focused);
    };
    const move = (by: number) => this.#move(findIndex() + by, rows.peek().length);
    const open = () => this.#open(options, rows.peek()[this.#active.peek()]);
    const fromFilter = (event: KeyboardEvent) => {
      if (!(event.target as Element).matches?.('input[data-filter]')) return;
      if (event.key === 'ArrowDown') this.#move(0, rows.peek().length);
      else if (event.key === 'Enter') this.#open(options, rows.peek()[0]);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', fromFilter);
    this.#stops.push(
      () => removeEventListener('keydown', fromFilter),
      onKeys([
        { keys: 'j', says: 'next row', run: () => move(1) },
        { keys: 'k', says: 'row before', run: () => move(-1) },
        { keys: 'Enter', says: 'open the row', run: open },
        ...(options.rowKeys ?? []).map(({ keys, says, run }) => ({
          keys,
          says,
          run: () => {
            const row = rows.peek()[findIndex()];
            if (row !== undefined) run(row);
          },
        })),
      ]),
    );
  }

  get #rowPx(): number {
    return isPhone.value ? ROW_PX.phone : ROW_PX[settings.value.rows];
  }

  #draw(options: TableOptions<unknown>, rows: readonly unknown[], sort: Sort | null): void {
    const rowPx = this.#rowPx;
    const isWhole = options.height === 'rows';
    const first = isWhole
      ? 0
      : Math.max(0, Math.min(rows.length - 1, Math.floor(this.#top.value / rowPx)) - SPARE_ROWS);
    const seen = isWhole ? rows.length : Math.ceil(this.#height.value / rowPx) + 2 * SPARE_ROWS;
    const columns = shownColumns(
      options.columns,
      options.choice?.() ?? columnChoice(options.label),
      isPhone.value,
    );
    const draft = { options, columns, active: Math.max(0, Math.min(this.#active.value, rows.length - 1)) };
    this.style.setProperty('--columns', gridTemplate(columns, isPhone.value));
    this.style.setProperty('--least', `${leastWidth(columns, isPhone.value)}px`);
    render(
      html`<div class="scroll" role=${options.onOpen === undefined ? 'table' : options.detail === undefined ? 'grid' : 'treegrid'} aria-label=${options.label}
        aria-rowcount=${rows.length + 1} tabindex=${options.onOpen === undefined ? 0 : nothing}
        @scroll=${this.#scrolled} @keydown=${(event: KeyboardEvent) => this.#press(event, options, rows)}
      >
        <div role="rowgroup"><div role="row" class="head" aria-rowindex="1">${columns.map((column) => this.#header(column, options, sort))}</div></div>
        <div role="rowgroup" class="body">
          ${rows.slice(first, first + seen).map((row, offset) => this.#row(draft, row, first + offset))}
        </div>
      </div>`,
      this,
    );
    if (isWhole) return;
    // Sizes are set here: the policy of the page allows no style in markup.
    const body = this.querySelector<HTMLElement>('.body');
    if (body !== null) {
      body.style.height = `${rows.length * rowPx}px`;
      body.style.paddingTop = `${first * rowPx}px`;
    }
    this.#restore(rows.length * rowPx);
  }

  /** Restores the position at which the viewer left, as soon as there are rows enough. */
  #restore(heightPx: number): void {
    const top = this.#wantedTop;
    const scroller = this.querySelector('.scroll');
    if (top === 0 || scroller === null || heightPx < top) return;
    this.#wantedTop = 0;
    queueMicrotask(() => {
      scroller.scrollTop = top;
    });
  }

  readonly #scrolled = (event: Event): void => {
    this.#top.value = (event.target as Element).scrollTop;
    this.#keep();
  };

  #keep(inMs = KEEP_MS): void {
    clearTimeout(this.#keepTimer);
    const keep = () => {
      const { label } = this.#options ?? {};
      if (label !== undefined) keepPlace(label, { top: this.#top.peek(), active: this.#active.peek() });
    };
    if (inMs === 0) keep();
    else this.#keepTimer = setTimeout(keep, inMs);
  }

  #row({ options, columns, active }: Draft, row: unknown, index: number): Content {
    const { onOpen, detail, rowClass } = options;
    const opened = detail?.(row) ?? null;
    const click = (event: MouseEvent) => {
      this.#active.value = index;
      if ((event.target as Element).closest('a, button, input, label') === null) this.#open(options, row);
      else this.#keep(0);
    };
    return html`<div role="row" class="row ${onOpen === undefined ? '' : 'opens'} ${rowClass?.(row) ?? ''}"
        aria-rowindex=${index + 2} data-index=${index} tabindex=${onOpen === undefined ? nothing : index === active ? 0 : -1}
        aria-expanded=${detail === undefined ? nothing : opened !== null}
        @click=${onOpen === undefined ? nothing : click}
      >${columns.map(
        ({ cell, isText, isName }) =>
          html`<div role=${onOpen === undefined ? 'cell' : 'gridcell'} class="${isText === true || isName === true ? 'text' : 'num'}${isName === true ? ' name' : ''}">${cell(row)}</div>`,
      )}</div>${opened === null ? nothing : html`<div role="row" class="detail"><div role=${onOpen === undefined ? 'cell' : 'gridcell'}>${opened}</div></div>`}`;
  }

  #header(column: Column<unknown>, options: TableOptions<unknown>, by: Sort | null): Content {
    const { id, title, unit, note, isText, isName, sortBy } = column;
    const isSorted = id === by?.id;
    const written = typeof unit === 'function' ? unit() : (unit ?? '');
    const words = html`${title}${written === '' ? nothing : html` <span class="unit">${written}</span>`}`;
    const sort = () => {
      const next = { id, isUp: isSorted && by !== null ? !by.isUp : isText === true || isName === true };
      if (options.onSort === undefined) this.#ownSort.value = next;
      else options.onSort(next);
    };
    const isLeft = isText === true || isName === true;
    return html`<div role="columnheader" class="${isLeft ? 'text' : 'num'}${isName === true ? ' name' : ''}"
      aria-sort=${sortBy === undefined ? nothing : isSorted ? (by?.isUp === true ? 'ascending' : 'descending') : 'none'}
    >${
      sortBy === undefined
        ? html`<span title=${note ?? nothing}>${words}</span>`
        : html`<button title=${note ?? nothing} @click=${sort}>${words}${isSorted ? (by?.isUp === true ? ' ▴' : ' ▾') : nothing}</button>`
    }</div>`;
  }

  #press(event: KeyboardEvent, options: TableOptions<unknown>, rows: readonly unknown[]): void {
    const target = event.target as Element;
    const line = target.closest<HTMLElement>('.row');
    if (line === null || options.onOpen === undefined) return;
    if (event.key === 'Enter' && target === line) {
      event.preventDefault();
      this.#open(options, rows[Number(line.dataset.index)]);
      return;
    }
    const page = Math.floor(this.#height.peek() / this.#rowPx) - 2;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.#move(Number(line.dataset.index) + step, rows.length);
  }

  #move(to: number, count: number): void {
    if (count === 0) return;
    const index = Math.max(0, Math.min(count - 1, to));
    const rowPx = this.#rowPx;
    const scroller = this.querySelector('.scroll');
    this.#active.value = index;
    if (scroller !== null && this.#options?.height !== 'rows') {
      const room = scroller.clientHeight - 2 * rowPx;
      const top = index * rowPx;
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (top > scroller.scrollTop + room) scroller.scrollTop = top - room;
      this.#top.value = scroller.scrollTop;
    }
    const isWhole = this.#options?.height === 'rows';
    this.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: !isWhole });
    this.#keep();
  }

  #open(options: TableOptions<unknown>, row: unknown): void {
    if (row === undefined || options.onOpen === undefined) return;
    this.#keep(0);
    options.onOpen(row);
  }
}
customElements.define('ct-table', Table);

/** Values that all rows of one drawing share. */
interface Draft {
  readonly options: TableOptions<unknown>;
  readonly columns: readonly Column<unknown>[];
  readonly active: number;
}

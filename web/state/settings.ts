import { effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { ColumnChoice } from '../panels/table/table-model.ts';

/** The viewer's choices about the looks. They are no secret and stay in this browser. */
export interface Settings {
  readonly theme: 'system' | 'dark' | 'light';
  readonly zone: 'utc' | 'local';
  /** Directions in blue and orange, which all eyes distinguish, or in green and red. */
  readonly directions: 'blue-orange' | 'green-red';
  /** Probabilities in percent and points, or both in cents. */
  readonly odds: 'percent' | 'cents';
  /** Rows of 24 or of 32 px. */
  readonly rows: 'dense' | 'comfortable';
  /** Whether single letters are commands (WCAG 2.1.4). */
  readonly letters: 'on' | 'off';
}

const DEFAULTS: Settings = {
  theme: 'system',
  zone: 'utc',
  directions: 'blue-orange',
  odds: 'percent',
  rows: 'dense',
  letters: 'on',
};
const CHOICES: { readonly [Name in keyof Settings]: readonly Settings[Name][] } = {
  theme: ['system', 'dark', 'light'],
  zone: ['utc', 'local'],
  directions: ['blue-orange', 'green-red'],
  odds: ['percent', 'cents'],
  rows: ['dense', 'comfortable'],
  letters: ['on', 'off'],
};
const STORED_AS = 'crosstape.settings';

export const settings = signal<Settings>(readStored());

export function change(changes: Partial<Settings>): void {
  settings.value = { ...settings.value, ...changes };
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(settings.value));
  } catch {
    // A browser that stores nothing forgets it with the page.
  }
}

/** Whether the page is dark now, by setting or by system. */
export const isDark = signal(true);

/** Puts the settings that style sheets use onto the document. */
export function applySettings(): void {
  const system = matchMedia('(prefers-color-scheme: light)');
  const apply = () => {
    const { theme, directions, rows } = settings.value;
    isDark.value = theme === 'system' ? !system.matches : theme === 'dark';
    const root = document.documentElement;
    root.dataset.theme = isDark.value ? 'dark' : 'light';
    root.dataset.directions = directions;
    root.dataset.rows = rows;
  };
  system.addEventListener('change', apply);
  effect(apply);
}

function readStored(): Settings {
  let stored: unknown = null;
  try {
    stored = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null');
  } catch {
    // Nothing stored, or not by us.
  }
  if (typeof stored !== 'object' || stored === null) return DEFAULTS;
  const given = Object.entries(stored).filter(([name, value]) =>
    (CHOICES[name as keyof Settings] as readonly unknown[] | undefined)?.includes(value),
  );
  return { ...DEFAULTS, ...Object.fromEntries(given) };
}

/** Key of the viewer's column choices in this browser's storage. */
const COLUMNS_STORED_AS = 'crosstape.columns';

const columnChoices = signal<Readonly<Record<string, ColumnChoice>>>(readStoredColumns());

/** Finds the chosen columns of a table. @param table Its label. */
export const columnChoice = (table: string): ColumnChoice => columnChoices.value[table] ?? {};

export function showColumn(table: string, column: string, isShown: boolean): void {
  columnChoices.value = {
    ...columnChoices.value,
    [table]: { ...columnChoices.value[table], [column]: isShown },
  };
  try {
    localStorage.setItem(COLUMNS_STORED_AS, JSON.stringify(columnChoices.value));
  } catch {
    // A browser that stores nothing forgets it with the page.
  }
}

function readStoredColumns(): Readonly<Record<string, ColumnChoice>> {
  let stored: unknown = null;
  try {
    stored = JSON.parse(localStorage.getItem(COLUMNS_STORED_AS) ?? 'null');
  } catch {
    // Nothing stored, or not by us.
  }
  if (!isRecord(stored)) return {};
  const isChoice = (choice: unknown): choice is ColumnChoice =>
    isRecord(choice) && Object.values(choice).every((isShown) => typeof isShown === 'boolean');
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, ColumnChoice] => isChoice(entry[1])),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Breakpoint of the style sheets: at this width and below panels are stacked, and rows show name, price, change and age. */
const phone = matchMedia('(max-width: 760px)');
const isNarrow = signal(phone.matches);
phone.addEventListener('change', () => {
  isNarrow.value = phone.matches;
});

/** Whether the page is as narrow as a phone. */
export const isPhone: ReadonlySignal<boolean> = isNarrow;

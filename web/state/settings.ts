import { effect, signal } from '@preact/signals-core';

/** What the viewer chose about the looks. It is no secret and stays in this browser. */
export interface Settings {
  readonly theme: 'system' | 'dark' | 'light';
  readonly zone: 'utc' | 'local';
  /** Directions in blue and orange, which all eyes distinguish, or in green and red. */
  readonly directions: 'blue-orange' | 'green-red';
  /** Rows of 24 or of 32 px. */
  readonly rows: 'dense' | 'comfortable';
  /** Whether single letters are commands (WCAG 2.1.4). */
  readonly letters: 'on' | 'off';
}

const DEFAULTS: Settings = {
  theme: 'system',
  zone: 'utc',
  directions: 'blue-orange',
  rows: 'dense',
  letters: 'on',
};
const CHOICES: { readonly [Name in keyof Settings]: readonly Settings[Name][] } = {
  theme: ['system', 'dark', 'light'],
  zone: ['utc', 'local'],
  directions: ['blue-orange', 'green-red'],
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

/** The next choice of a setting, in the order of its list. */
export function changeToNext(name: keyof Settings): void {
  const choices: readonly string[] = CHOICES[name];
  const next = choices[(choices.indexOf(settings.value[name]) + 1) % choices.length];
  change({ [name]: next } as Partial<Settings>);
}

/** Whether the page is dark now, by setting or by system. */
export const isDark = signal(true);

/** Puts what the style sheets need to know onto the document. */
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

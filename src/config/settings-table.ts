import type { Setting } from '../settings/setting.ts';
import { type SETTINGS, SETTINGS_LIST } from './config.ts';
import { SECRETS } from './secrets.ts';

/** Groups of the settings tree. */
type Group = {
  [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name] extends Setting<unknown> ? never : Name;
}[keyof typeof SETTINGS];

/** Title of each group in documents. Settings outside of any group come first. */
const TITLES: Readonly<Record<Group | '', string>> = {
  '': 'Process',
  server: 'Answers',
  accounts: 'Accounts and billing',
  deposits: 'Deposits',
  bot: 'Bots',
  links: 'Links between venues',
  feed: 'Venues',
  references: 'Reference prices',
  alerts: 'Alerts',
};

/** Describes every setting and secret as lines of text, for `--help`. */
export function describeSettings(): string {
  const groups = [...settingsByTitle()].map(([title, settings]) => {
    const rows = settings.map((one) => `  ${one.variable}=${defaultText(one)}\n      ${one.meaning}`);
    return `${title}:\n${rows.join('\n')}`;
  });
  const secrets = Object.entries(SECRETS).map(([variable, opens]) => `  ${variable}[_FILE]\n      ${opens}`);
  return [...groups, `Secrets, by value or by file:\n${secrets.join('\n')}`].join('\n\n');
}

/** Returns the settings by the title of their group. */
export function settingsByTitle(): Map<string, Setting<unknown>[]> {
  const groups = Map.groupBy(SETTINGS_LIST, ({ path }) => TITLES[path.length > 1 ? (path[0] as Group) : '']);
  return new Map([...groups].map(([title, placed]) => [title, placed.map(({ setting }) => setting)]));
}

/** Formats a default as the environment variable would contain it. */
export function defaultText({ fallback, parser }: Setting<unknown>): string {
  if (fallback === true) return 'on';
  if (fallback === false) return 'off';
  if (Array.isArray(fallback)) return fallback.join(',');
  return fallback === null ? (parser.nullText ?? '') : String(fallback);
}

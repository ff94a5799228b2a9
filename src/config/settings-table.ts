import type { Setting } from '../settings/setting.ts';
import { type SETTINGS, SETTINGS_LIST } from './config.ts';
import { SECRETS } from './secrets.ts';

/** Members of the tree that hold settings of their own. */
type Group = {
  [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name] extends Setting<unknown> ? never : Name;
}[keyof typeof SETTINGS];

/** Title of each group in documents; settings outside of any group come first. */
const TITLES: Readonly<Record<Group | '', string>> = {
  '': 'Process',
  server: 'Answers',
  accounts: 'Accounts and billing',
  deposits: 'Deposits',
  bot: 'Bots',
  links: 'Links between venues',
  feed: 'Venues',
};

/** Every setting and secret as lines of text, for `--help`. */
export function describeSettings(): string {
  const groups = [...settingsByTitle()].map(([title, settings]) => {
    const rows = settings.map((one) => `  ${one.variable}=${defaultText(one)}\n      ${one.meaning}`);
    return `${title}:\n${rows.join('\n')}`;
  });
  const secrets = Object.entries(SECRETS).map(([variable, opens]) => `  ${variable}[_FILE]\n      ${opens}`);
  return [...groups, `Secrets, by value or by file:\n${secrets.join('\n')}`].join('\n\n');
}

/** The same as Markdown, for `docs/settings.md`. */
export function writeSettingsPage(): string {
  const groups = [...settingsByTitle()].map(([title, settings]) => {
    const rows = settings.map(
      (one) =>
        `| \`${one.variable}\` | ${inCode(defaultText(one))} | ${inCell(one.parser.allowed)} | ${inCell(one.meaning)} |`,
    );
    return `## ${title}\n\n| Variable | Default | Allowed | Meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  const secrets = Object.entries(SECRETS).map(
    ([variable, opens]) => `| \`${variable}\` | ${inCell(opens)} |`,
  );
  return [INTRODUCTION, ...groups, `${SECRETS_HEAD}${secrets.join('\n')}\n`].join('\n');
}

const INTRODUCTION = `# Settings

Environment variables, read once at the start. A wrong one stops the start with exit code 2, its name, its value and what is allowed; one that
nothing reads is named in the log, with the name it may be meant for. \`crosstape serve --help\` prints this list, \`crosstape doctor --settings\`
the values in force. The page is written by \`scripts/settings-page.ts\` from the declarations in \`src/config/groups\` and \`src/venues/*/settings.ts\`.
`;

const SECRETS_HEAD = `## Secrets

Apart from the settings and never logged. Give each as a file that only the service's user can read, named by the variable with \`_FILE\` at its
end; the variable itself holds the secret where that is not possible.

| Variable | Opens |
|---|---|
`;

function settingsByTitle(): Map<string, Setting<unknown>[]> {
  const groups = Map.groupBy(SETTINGS_LIST, ({ path }) => TITLES[path.length > 1 ? (path[0] as Group) : '']);
  return new Map([...groups].map(([title, placed]) => [title, placed.map(({ setting }) => setting)]));
}

function defaultText({ fallback, parser }: Setting<unknown>): string {
  if (fallback === true) return 'on';
  if (fallback === false) return 'off';
  if (Array.isArray(fallback)) return fallback.join(',');
  return fallback === null ? (parser.nullText ?? '') : String(fallback);
}

function inCode(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SECRETS } from '../src/config/secrets.ts';
import { defaultText, settingsByTitle } from '../src/config/settings-table.ts';

/** Formats the text of `docs/settings.md`. */
export function formatSettingsPage(): string {
  const groups = [...settingsByTitle()].map(([title, settings]) => {
    const rows = settings.map(
      (one) =>
        `| \`${one.variable}\` | ${inCode(defaultText(one))} | ${inCell(shorten(one.parser.allowed))} | ${inCell(one.meaning)} |`,
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

/** Shortens the allowed values to fewer words than those of messages. */
function shorten(allowed: string): string {
  return allowed
    .replace(/^a (whole )?number from /, '')
    .replace(/^an address that starts with (\S+ or \S+) and holds no password/, '$1, without a password');
}

function inCode(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

if (import.meta.main) {
  await writeFile(path.join(import.meta.dirname, '..', 'docs', 'settings.md'), formatSettingsPage());
  process.stdout.write('docs/settings.md\n');
}

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeSettingsPage } from '../src/config/settings-table.ts';

const page = path.join(import.meta.dirname, '..', 'docs', 'settings.md');
await writeFile(page, writeSettingsPage());
process.stdout.write('docs/settings.md\n');

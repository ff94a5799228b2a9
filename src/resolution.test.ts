import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

/** Loads the settings and the schema library, and prints which modules were loaded and in which format. */
const LOAD = `
  const { registerHooks } = await import('node:module');
  const loaded = [];
  registerHooks({
    load(url, context, next) {
      const read = next(url, context);
      loaded.push(url + ' ' + read.format);
      return read;
    },
  });
  await import('./src/config/config.ts');
  await import('./src/http/schemas/schema.ts');
  console.log(loaded.sort().join('\\n'));
`;

test('modules are found where Node finds them, and read alike', () => {
  const byNode = listLoaded([]);
  const found = listLoaded(['--import', './src/resolution.js']);

  assert.ok(byNode.length > 250, `${byNode.length} modules`);
  assert.deepEqual(found, byNode);
});

function listLoaded(flags: readonly string[]): readonly string[] {
  const args = ['--disable-warning=ExperimentalWarning', ...flags, '--input-type=module', '--eval', LOAD];
  const cwd = new URL('..', import.meta.url);
  return execFileSync(process.execPath, args, { cwd, encoding: 'utf8' }).trim().split('\n');
}

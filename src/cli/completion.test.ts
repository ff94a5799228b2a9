import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { runCommand } from '../../test/support/run-command.ts';

async function writeScript(t: TestContext, shell: string): Promise<string> {
  const { code, out, err } = await runCommand(['completion', shell]);
  assert.equal(code, 0, err);
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-completion-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'script');
  writeFileSync(file, out);
  return file;
}

function has(shell: string): boolean {
  return spawnSync(shell, ['--version']).error === undefined;
}

test('bash completes commands, those below them and their options', async (t) => {
  if (!has('bash')) return t.diagnostic('bash is not installed: its script was not tried');
  const script = await writeScript(t, 'bash');
  const complete = (...words: readonly string[]) => {
    const list = ['crosstape', ...words].map((word) => `'${word}'`).join(' ');
    const code = `. '${script}'; COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _crosstape; echo "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', code], { encoding: 'utf8' });
    assert.equal(stderr, '');
    return stdout.trim();
  };
  assert.equal(complete('ba'), 'backfill backup');
  assert.equal(complete('keys', ''), 'issue list revoke --help');
  assert.equal(complete('keys', 'revoke', '--o'), '--owner');
  assert.equal(complete('bot', 'orders', 'c'), 'close');
  assert.equal(complete('serve', '--sim'), '--simulate');
  assert.equal(complete('serve', '--data-dir', 'x', '--bot'), '--bot-port');
});

for (const [shell, check] of [
  ['zsh', '-n'],
  ['fish', '--no-execute'],
] as const) {
  test(`${shell} accepts its script`, async (t) => {
    if (!has(shell)) return t.diagnostic(`${shell} is not installed: its script was not tried`);
    const { status, stderr } = spawnSync(shell, [check, await writeScript(t, shell)], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  });
}

test('every shell is offered every command, and another one is refused', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { out } = await runCommand(['completion', shell]);
    for (const word of ['serve', 'deposits rescan', 'completion'])
      assert.ok(out.includes(word), `${shell}: ${word}`);
  }
  const refused = await runCommand(['completion', 'tcsh']);
  assert.equal(refused.code, 2);
  assert.match(refused.err, /bash, zsh, fish/);
});

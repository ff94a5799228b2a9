import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startGatedProcess } from '../support/gated-process.ts';
import { emptyDirectory } from '../support/run-command.ts';

const run = promisify(execFile);
const PAGE = path.join(import.meta.dirname, '../../docs/deposits.md');

/** The shell blocks of a section, in their order. */
function readShell(title: string): string[] {
  const section =
    readFileSync(PAGE, 'utf8')
      .split(/^## /m)
      .find((text) => text.startsWith(title)) ?? '';
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block as string);
}

test('"Systems of your own" credits a deposit once, word by word as it is printed', async (t) => {
  const [secret = '', sender = '', ...more] = readShell('Systems of your own');
  assert.deepEqual(more, []);
  const folder = await emptyDirectory(t);
  const shell = (script: string) =>
    run('sh', ['-euc', script], {
      cwd: folder,
      env: { PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` },
    });

  const demo = 'npm run demo &';
  assert.ok(secret.includes(demo) && sender.includes('http://127.0.0.1:8080'));
  const exported = /^export (\w+)=\$PWD\/(.+)$/m.exec(secret);
  assert.ok(exported);
  const [, variable = '', file = ''] = exported;
  await shell(secret.replace(/^npm run demo.*$/m, ''));
  assert.equal(statSync(path.join(folder, file)).mode & 0o777, 0o600);

  const { apiUrl, calls, issue } = await startGatedProcess(t, { [variable]: path.join(folder, file) });
  const rawKey = await issue();
  const settings = `export ${variable}=$PWD/${file}\n`;
  const { stdout } = await shell(settings + sender.replace('http://127.0.0.1:8080', apiUrl));
  const answers = stdout.trim().split('\n');
  const credited = {
    ok: true,
    provider: 'hmac',
    owner: 'alice',
    microUsd: 25_000_000,
    balanceMicroUsd: 25_000_000,
    owedMicroUsd: 0,
  };
  assert.deepEqual(
    answers.map((line) => [line.slice(0, 4), JSON.parse(line.slice(4))]),
    [
      ['200 ', { ...credited, applied: true }],
      ['200 ', { ...credited, applied: false }],
    ],
  );
  const { body } = await calls.call('GET', '/api/account/balance', rawKey);
  assert.equal(body.balance.usd, 25);
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { parseAlertFile } from '../../src/alerts/file/alert-file.ts';
import { emptyDirectory } from '../support/run-command.ts';
import { readShellBlocks } from '../support/shell-blocks.ts';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../..');
const PAGE = path.join(ROOT, 'docs/alerts.md');

/** A port that nobody has at present. */
async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('the file of the guide is accepted', () => {
  const [, json = ''] = /^```json\n(\{\n.*?)^```/ms.exec(readFileSync(PAGE, 'utf8')) ?? [];
  const { rules, endpoints } = parseAlertFile(json, { intervalMs: () => 5_000, allowsPrivate: false });
  assert.equal(rules.length, 4);
  assert.equal(endpoints.length, 2);
});

test('the blocks of the guide, one after the other, tell that a market crosses', {
  timeout: 300_000,
}, async (t) => {
  const dataDir = await emptyDirectory(t);
  const [port, botPort, receiver] = [await findPort(), await findPort(), await findPort()];
  const script = readShellBlocks(PAGE, 'Follow three markets')
    .join('\n')
    .replaceAll('localhost:8080', `localhost:${port}`)
    .replaceAll('9000', String(receiver))
    .replace('./alerts-data', dataDir);
  const { stdout } = await run(
    'bash',
    ['-euc', `trap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n${script}`],
    {
      cwd: ROOT,
      env: { ...process.env, CROSSTAPE_PORT: String(port), CROSSTAPE_BOT_PORT: String(botPort) },
      timeout: 280_000,
    },
  );
  assert.match(stdout, /"delivered":true/);
  assert.match(stdout, /"type":"alerts\.test"/);
  const told = [...stdout.matchAll(/"type":"alerts\.firing","timestamp"[^\n]*?"rule":"(btc|eth|sol)"/g)];
  assert.ok(told.length >= 1 && told.length <= 3);
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { eventually } from '../support/simulated-service.ts';

const LAUNCHER = path.join(import.meta.dirname, '..', '..', 'bin', 'with-node24');

test('what npm runs ends when npm is ended, although its shell passes no signals on', {
  skip: process.platform === 'win32' ? 'no signals' : false,
}, async (t) => {
  // As npm does it: a shell that waits for the command instead of becoming it.
  const program = 'console.log(process.pid); setInterval(() => {}, 1_000)';
  const shell = spawn('sh', ['-c', `node "${LAUNCHER}" -e '${program}'; true`], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, npm_lifecycle_event: 'demo' },
  });
  const [line] = await once(shell.stdout, 'data');
  const pid = Number(String(line));
  assert.ok(pid > 0);
  t.after(() => isAlive(pid) && process.kill(pid, 'SIGKILL'));
  assert.ok(isAlive(pid));
  shell.kill('SIGTERM');
  await eventually(() => !isAlive(pid), 'the program has ended');
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

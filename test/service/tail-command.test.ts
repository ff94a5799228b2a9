import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { REFRESHED, STREAMED, startLive } from '../support/live-streams.ts';
import { MAIN, runCommand } from '../support/run-command.ts';

/** Starts `crosstape tail` as a process, and reads its lines. */
function startTail(t: TestContext, args: readonly string[]) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, 'tail', ...args], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, err }));
  return { child, ended, next: async () => String((await lines.next()).value) };
}

test('tail prints the newest price of each asset and then every event, until Ctrl-C', async (t) => {
  const { url, say, pass } = await startLive(t);
  const { child, ended, next } = startTail(t, [`${STREAMED.asset},${REFRESHED.asset}`, '--url', url]);
  assert.match(await next(), /^\d{4}-\d\d-\d\dT[\d:.]+Z {2}hl-BTC {2}quote {2}100 {2}bid 99 {2}ask 101$/);
  assert.match(await next(), new RegExp(`  ${REFRESHED.asset}  quote  0\\.4`));
  await pass(300);
  say(105);
  await pass(50);
  let line = await next();
  while (!line.includes('hl-BTC')) line = await next();
  assert.match(line, /quote {2}105/);
  child.kill('SIGINT');
  assert.deepEqual(await ended, { code: 0, err: '' });
});

test('tail --json prints the events as they are, of the kinds that are named', async (t) => {
  const { url, say, pass } = await startLive(t);
  const tail = startTail(t, [STREAMED.asset, '--kinds', 'flow', '--json', '--url', url]);
  assert.equal(JSON.parse(await tail.next()).type, 'ready');
  say(101);
  await pass(50);
  const { type, p, side } = JSON.parse(await tail.next());
  assert.deepEqual([type, p, side], ['flow', 101, 'buy']);
  tail.child.kill('SIGINT');
  assert.equal((await tail.ended).code, 0);
});

test('tail ends with 2 for what was asked wrongly, and with 1 when the stream is lost for good', async (t) => {
  const { url, app } = await startLive(t);
  const rows: [args: string[], code: number, message: RegExp][] = [
    [['hl-NOPE,pm-nope', '--url', url], 2, /no venue lists hl-NOPE, pm-nope/],
    [['', '--url', url], 2, /must not be empty/],
    [[Array.from({ length: 201 }, (_, i) => `hl-A${i}`).join(','), '--url', url], 2, /assets must/],
    [['hl-BTC', '--kinds', 'book', '--url', url], 2, /must be one of quote, flow/],
    [['hl-BTC', '--kinds', 'trade', '--url', url], 2, /only where trades are recorded/],
    [['hl-BTC', '--url', 'nowhere'], 2, /must be an address/],
    [['hl-BTC', '--url', 'http://127.0.0.1:1'], 1, /could not be reached/],
  ];
  for (const [args, code, message] of rows) {
    const outcome = await runCommand(['tail', ...args]);
    assert.deepEqual([outcome.code, outcome.out], [code, ''], `${args} ${outcome.err}`);
    assert.match(outcome.err, message);
  }
  await app.close();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDirectory, runCommand } from '../support/run-command.ts';
import { startWebhookBench } from '../support/webhook-bench.ts';

const COMPARE = '/api/account/ledger/compare';

test('sources that cannot be asked are named, with the reason; nothing differs', async (t) => {
  const bench = await startWebhookBench(t);
  const { status, body } = await bench.admin('POST', COMPARE, {});
  assert.deepEqual([status, body.ok, body.isEqual], [200, true, true]);
  assert.deepEqual(
    body.sources.map(({ source, status, note }: Record<string, string>) => [source, status, note]),
    [
      ['coinbase', 'not_compared', 'it lists nothing of what came in that this release reads'],
      ['hmac', 'not_compared', 'it lists nothing of what came in that this release reads'],
      ['stripe', 'not_compared', 'no key is set: CROSSTAPE_STRIPE_API_KEY reads what came in'],
    ],
  );
  const { actions } = (await bench.admin('GET', '/api/admin/actions')).body;
  assert.deepEqual([actions[0].action, actions[0].detail], ['ledger.compare', '3 sources, 0 differ']);
});

test('only the operator compares, and the body has no members', async (t) => {
  const bench = await startWebhookBench(t);
  const { rawKey } = await bench.issue();
  assert.equal((await bench.call('POST', COMPARE, rawKey, {})).body.error, 'admin_unauthorized');
  assert.equal((await bench.admin('POST', COMPARE, { source: 'stripe' })).body.error, 'validation_failed');
});

test('the command says what there is to compare, and ends with 0', async (t) => {
  const dataDir = await emptyDirectory(t);
  const { code, out, err } = await runCommand(['ledger', 'compare', '--data-dir', dataDir]);
  assert.equal(code, 0, err);
  assert.match(out, /there is no source/);
});

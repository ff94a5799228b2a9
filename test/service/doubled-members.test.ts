import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../support/account-bench.ts';
import { DescribedAnswers, sendTo } from '../support/described-answers.ts';
import { buildCall, issueKey, type World } from '../support/described-calls.ts';
import { SECRETS } from '../support/described-worlds.ts';
import { ownDeposit, removeMarkup } from '../support/provider-events.ts';
import { startSimulatedService } from '../support/simulated-service.ts';
import { startWebhookBench } from '../support/webhook-bench.ts';

test('a member that stands twice in a body is 400 at every operation, whichever member and however deep', async (t) => {
  const service = await startSimulatedService(t, { env: SECRETS });
  const [main, bot] = [sendTo(service.app.apiUrl), sendTo(service.app.botUrl)];
  const document = JSON.parse((await main('GET', { url: '/api/openapi.json' })).text);
  const { operations } = new DescribedAnswers(document);
  const issued = JSON.parse((await issueKey(main)).text);
  const world: World = { key: issued.rawKey, admin: ADMIN_TOKEN, botId: issued.record.botId };
  const writing = operations.filter(({ method, access }) => method !== 'GET' && access !== 'webhook');
  for (const part of ['/api/account/', '/api/admin/', '/api/bot/', '/api/m2m/']) {
    assert.ok(
      writing.some(({ path }) => path.startsWith(part)),
      part,
    );
  }
  const unexpected: string[] = [];
  let tried = 0;
  for (const operation of writing) {
    const call = buildCall(operation, world);
    if (call.body === undefined && operation.bodyExample === null) continue;
    const members = Object.entries((call.body ?? {}) as object);
    const twice = (name: string, value: unknown, other: unknown = value) =>
      `${JSON.stringify(name)}:${JSON.stringify(value)},${JSON.stringify(name)}:${JSON.stringify(other)}`;
    const rest = members.map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`).join('');
    const bodies = [
      // The same value twice is refused too: no reader has to know which of the two counts.
      ...members.map(([name, value]) => ({ name, body: `{${twice(name, value)}}` })),
      ...members.map(([name, value]) => ({ name, body: `{"x":1${rest},${twice(name, null, value)}}` })),
      { name: 'a', body: `{${twice('a', 1, 2)}${rest}}` },
      { name: 'a', body: `{"x":[{"x":{${twice('a', 1)}}}]${rest}}` },
      { name: 'a', body: `{"\\u0061":1,"a":2${rest}}` },
    ];
    for (const { name, body } of bodies) {
      const send = operation.server === 'bot' ? bot : main;
      const { status, text } = await send(operation.method, { ...call, body });
      tried++;
      const isRefused = status === 400 && JSON.parse(text).message === `${name} is given twice`;
      const isOfOther = status === 400 && /is given twice$/.test(JSON.parse(text).message);
      if (!isRefused && !isOfOther)
        unexpected.push(`${operation.method} ${call.url} ${body}: ${status} ${text}`);
    }
  }
  assert.deepEqual(unexpected, []);
  assert.ok(tried > 100, `${tried} bodies`);
});

test('a signed event whose member stands twice credits nobody, and is named', async (t) => {
  const { deliver, readBalance } = await startWebhookBench(t);
  const whole = JSON.stringify(ownDeposit('evt_1'));
  const doubled = whole.replace('"microUsd":25000000', '"microUsd":25000000,"microUsd":99000000');
  assert.notEqual(doubled, whole);
  const refused = await deliver(removeMarkup(doubled));
  assert.equal(refused.status, 400);
  assert.equal(await readBalance('alice'), 0);
  assert.equal((await deliver(removeMarkup(whole))).status, 200);
  assert.equal(await readBalance('alice'), 25_000_000);
});

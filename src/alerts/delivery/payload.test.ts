import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { buildBody, type SentEvent } from './payload.ts';
import { signStandard } from './sign-standard.ts';

const HOSTILE = '<!channel> @everyone [free](https://evil.example) *b* _i_ `c` <a href=x>&\u202e\u0000\nnext';
const EVENT: SentEvent = {
  type: 'alerts.firing',
  rule: 'high',
  subject: '',
  asset: 'hl-BTC',
  seq: 7,
  t: 1_763_700_000_000,
  value: 1.5,
  threshold: 1,
  text: HOSTILE,
};

const body = (format: 'standard' | 'slack' | 'discord' | 'telegram') =>
  JSON.parse(buildBody(EVENT, { format, chatId: format === 'telegram' ? '-100' : null }));

test('the standard body has the members of the guide', () => {
  const { text, ...data } = body('standard').data;
  assert.deepEqual(data, {
    rule: 'high',
    subject: '',
    state: 'firing',
    value: 1.5,
    threshold: 1,
    asset: 'hl-BTC',
    seq: 7,
  });
  assert.equal(body('standard').type, 'alerts.firing');
  assert.equal(body('standard').timestamp, '2025-11-21T04:40:00.000Z');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left.
  assert.doesNotMatch(text, /[\u0000-\u001f\u202e]/);
});

test('a hostile title mentions nobody, hides no link and changes no markup in a chat', () => {
  const slack = body('slack');
  assert.equal(slack.mrkdwn, false);
  assert.doesNotMatch(slack.text, /[<>]/);
  assert.match(slack.text, /&lt;!channel&gt;/);
  const discord = body('discord');
  assert.deepEqual(discord.allowed_mentions, { parse: [] });
  assert.doesNotMatch(discord.content, /(?<!\\)[*_`[\]<>@:]/);
  const telegram = body('telegram');
  assert.equal(telegram.parse_mode, undefined);
  assert.equal(telegram.chat_id, '-100');
  assert.equal(telegram.link_preview_options.is_disabled, true);
  for (const { text, content } of [slack, discord, telegram])
    assert.equal((text ?? content).includes('\n'), false);
});

test('a long title is cut below the limits of the chats', () => {
  for (const format of ['slack', 'discord', 'telegram'] as const) {
    const sent = JSON.parse(buildBody({ ...EVENT, text: '_'.repeat(9_000) }, { format, chatId: '1' }));
    assert.ok((sent.text ?? sent.content).length <= 2_000, format);
  }
});

test('each of two secrets verifies the signature with the library of Standard Webhooks', () => {
  const secrets = [1, 2].map((n) => `whsec_${Buffer.alloc(32, n).toString('base64')}`);
  const sent = buildBody(EVENT, { format: 'standard', chatId: null });
  const headers = signStandard({ id: 'evt_1', body: sent, nowMs: Date.now() }, secrets);
  for (const secret of secrets) {
    assert.equal((new Webhook(secret).verify(sent, headers) as { type: string }).type, 'alerts.firing');
  }
  const other = new Webhook(`whsec_${Buffer.alloc(32, 3).toString('base64')}`);
  assert.throws(() => other.verify(sent, headers));
  assert.throws(() => new Webhook(secrets[0]!).verify(`${sent} `, headers));
});

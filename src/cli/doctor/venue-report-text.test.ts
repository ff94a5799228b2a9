import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs } from '../../domain/index.ts';
import { renderHtml, toReportBody } from './venue-report-text.ts';

test('a report names no host of the user’s own network, and those of the venue', () => {
  const rows: [address: string, isOwn: boolean][] = [
    ['http://127.0.0.1:8090/info', true],
    ['http://localhost/info', true],
    ['https://proxy:3128/info', true],
    ['ws://192.168.1.20:9000/ws', true],
    ['https://172.20.0.3/info', true],
    ['http://[::1]:80/info', true],
    ['https://venues.internal/info', true],
    ['https://api.hyperliquid.xyz/info', false],
    ['https://moved.example/info', false],
  ];
  for (const [address, isOwn] of rows) {
    const body = toReportBody(
      [
        {
          ...{
            venue: 'hyperliquid',
            fromMs: epochMs(0),
            toMs: epochMs(1),
            kinds: [],
            stream: null,
            news: [],
          },
          calls: [{ call: 'list of markets', tookMs: 1, failure: `hyperliquid (${address}): timed out` }],
          problems: [`list of markets failed: hyperliquid (${address}): timed out`],
        },
      ],
      null,
    );
    for (const text of [JSON.stringify(body), renderHtml(body)]) {
      const host = new URL(address).host;
      assert.equal(text.includes(host), !isOwn, address);
      assert.equal(text.includes('(left out)'), isOwn, address);
      assert.match(text, /timed out/);
    }
  }
});

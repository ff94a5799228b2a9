import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs } from '../../domain/index.ts';
import { compareCounters } from '../../venues/check/service-counters.ts';
import type { VenueReport } from '../../venues/check/venue-report.ts';
import { formatVenueReport, renderHtml, toReportBody } from './venue-report-text.ts';

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
          venue: 'hyperliquid',
          fromMs: epochMs(0),
          toMs: epochMs(1),
          kinds: [],
          stream: null,
          news: [],
          calls: [
            {
              call: 'list of markets',
              times: 1,
              failed: 1,
              tookMs: 1,
              failure: `hyperliquid (${address}): timed out`,
            },
          ],
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

test('a report shows what a service beside it polled meanwhile, and how often calls failed', () => {
  const at = (okCount: number, startedAt = 7) => ({
    health: {
      startedAt,
      kalshi: { okCount, failCount: 2, schemaFailures: okCount, refusedValues: 1, stream: { reconnects: 3 } },
      limitless: { okCount: okCount * 2, failCount: 0, schemaFailures: 0, refusedValues: 0, stream: null },
      polymarket: { okCount: 'many' },
    },
  });
  assert.deepEqual(compareCounters(at(10), at(130)), [
    { venue: 'kalshi', polls: 120, failedPolls: 0, refused: 120, refusedValues: 0, reconnects: 0 },
    { venue: 'limitless', polls: 240, failedPolls: 0, refused: 0, refusedValues: 0, reconnects: null },
  ]);
  assert.equal(compareCounters(at(10), at(5, 8))?.[0]?.polls, 5, 'since its new start');
  assert.equal(compareCounters({ health: null }, at(1)), null);

  const calls = [{ call: 'book of x', times: 48, failed: 3, tookMs: 900, failure: 'timed out' }];
  const report = { venue: 'kalshi', fromMs: epochMs(0), toMs: epochMs(1), kinds: [], stream: null } as const;
  const reports = [{ ...report, calls, problems: [], news: [] }];
  const html = renderHtml(toReportBody(reports, { before: at(10), after: at(130) }));
  assert.match(html, /<td>kalshi<\/td><td>120<\/td><td>0<\/td>/);
  assert.match(html, /<td>book of x<\/td><td>48<\/td><td>3<\/td><td>900<\/td><td>timed out<\/td>/);
  assert.match(
    formatVenueReport(reports[0] as VenueReport),
    /book of x: asked 48 times, failed 3 times, in 900 ms at most/,
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/simulated-service.ts';
import { runRounds, startRig } from './silence-rounds.ts';

/** The long version is `scripts/silence-rounds.ts`; Hyperliquid's polls of outcomes are a minute apart. */
const ROUNDS = { polymarket: 1, limitless: 1 } as const;

test('a stream that falls silent is noticed and speaks again', { timeout: 120_000 }, async (t) => {
  const rig = await startRig({ pollMs: 1_000, markets: 120 });
  t.after(() => rig.close());
  await sleep(4_000);
  assert.deepEqual(rig.app.silences().ongoing, [], 'nothing is silent without a fault');
  assert.equal(rig.app.silences().perVenue.size, 0);

  const rounds = await Promise.all([
    runRounds(rig, 'polymarket', ROUNDS.polymarket, () => undefined),
    runRounds(rig, 'limitless', ROUNDS.limitless, () => undefined),
  ]);
  for (const round of rounds.flat()) {
    // How soon is measured by the script: a machine that runs other tests beside this one may be late.
    assert.ok(round.detectMs !== null && round.recoverMs !== null, JSON.stringify(round));
  }
  const found = rig.app.silences().ended;
  for (const { asset, venue } of rounds.flat()) {
    const silence = found.find((one) => one.asset === asset);
    assert.ok(silence !== undefined && silence.restarts >= 1);
    const { storeKey } = rig.app.feed.find(asset)?.ref ?? { storeKey: '' };
    // The gap is written after the silence has ended, and a longer one of the asset takes it in.
    await eventually(async () => {
      const gaps = await rig.app.history.listGaps(venue, {}, storeKey);
      return gaps.some(
        ({ fromMs, toMs }) =>
          fromMs <= silence.movedAt && toMs !== null && toMs >= (silence.recoveredAt ?? Infinity),
      );
    }, `the silence of ${asset} is a gap of its record`);
  }
  const metrics = await (await fetch(`${rig.app.apiUrl}/metrics`)).text();
  assert.match(metrics, /crosstape_stream_silences_detected_total\{venue="polymarket"\} [1-9]/);
  assert.match(metrics, /crosstape_stream_silence_detect_seconds\{quantile="0.99"\} [\d.]+/);
  assert.match(metrics, /crosstape_stream_silence_recover_seconds\{quantile="1"\} [\d.]+/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

test('the library is usable by its package name alone', async () => {
  const { prepareSeries, riskMetrics } = await import('crosstape/analytics');
  const t = Float64Array.from({ length: 5 }, (_, i) => i * 3_600_000);
  const p = Float64Array.of(100, 110, 99, 105, 103);
  assert.ok(Math.abs(riskMetrics(prepareSeries({ t, p }, 'log')).maxDrawdown! - 0.1) < 1e-15);
});

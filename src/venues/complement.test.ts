import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { complementOf } from './complement.ts';

describe('complementOf', () => {
  it('counts in decimals, of averages and quotients too', () => {
    assert.equal(complementOf(0.9), 0.1);
    assert.equal(complementOf(0.585), 0.415);
    assert.equal(complementOf(0.8919363820033867), 0.1080636179966133);
    assert.equal(complementOf(0.0001), 0.9999);
    assert.equal(complementOf(3e-7), 0.9999997);
    for (let tenThousandths = 1; tenThousandths < 10_000; tenThousandths++)
      assert.equal(complementOf(tenThousandths / 10_000), (10_000 - tenThousandths) / 10_000);
  });
});

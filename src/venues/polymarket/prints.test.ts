import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { epochMs } from '../../domain/index.ts';
import { type PrintFacts, readPrint } from './prints.ts';

const facts: Omit<PrintFacts, 'outcome'> = {
  asset: 'pm-x',
  venueTime: epochMs(1_793_491_200_000),
  receivedAt: epochMs(1_793_491_200_050),
  source: 'stream',
};

describe('prints', () => {
  it('are stated in Yes terms: a purchase of No is a sale of Yes at the rest of the price', () => {
    const print = { price: '0.9', size: '2.46', side: 'BUY', hash: '0xAB' };
    assert.deepEqual(readPrint(print, { ...facts, outcome: 'no' }), {
      ...facts,
      price: 0.1,
      size: 2.46,
      side: 'sell',
      sideSource: 'venue',
      id: '0xab:no',
      isBlock: false,
    });
    const yes = readPrint({ ...print, side: 'SELL' }, { ...facts, outcome: 'yes' });
    assert.deepEqual([yes?.price, yes?.side, yes?.id], [0.9, 'sell', '0xab:yes']);
  });

  it('have no side where the venue states another word, and no id without a hash', () => {
    const trade = readPrint({ price: '0.5', size: '1', side: 'MATCH' }, { ...facts, outcome: 'yes' });
    assert.deepEqual([trade?.side, trade?.sideSource, trade?.id], [null, null, null]);
  });

  it('are none without a price strictly between 0 and 1 and a size', () => {
    for (const print of [
      { price: '0', size: '1' },
      { price: '1', size: '1' },
      { price: '1.2', size: '1' },
      { price: '', size: '1' },
      { price: '0.5', size: '0' },
      { price: '0.5', size: '-0' },
      { price: '0.5', size: '-1' },
      { price: '0.5', size: '1e16' },
      { price: '0.5', size: 'NaN' },
      { price: '0.5' },
    ])
      assert.equal(readPrint(print, { ...facts, outcome: 'no' }), null, JSON.stringify(print));
  });
});

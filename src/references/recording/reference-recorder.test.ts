import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ToldRelay } from '../../../test/support/told-relay.ts';
import { epochMs } from '../../domain/index.ts';
import type { ReferenceMark } from '../../history/contract/reference-marks.ts';
import type { ReferenceSeries } from '../relay.ts';
import { type ReferenceHistory, ReferenceRecorder } from './reference-recorder.ts';
import { SeriesRecorder } from './series-recorder.ts';

const START = Date.UTC(2026, 10, 20, 12);

/** Opens a recorder over a store that can be full, and collects what the recorder reports as stored. */
function open(series: ReferenceSeries = { source: 'chainlink', coin: 'btc' }) {
  const relay = new ToldRelay([series]);
  const stored: string[] = [];
  const marks: ReferenceMark[] = [];
  const errors: string[] = [];
  let isFull = false;
  const history: ReferenceHistory = {
    findFence: () => 0,
    append: async (_, poll) => {
      if (isFull) throw new Error('the disk is full');
      marks.push(...(poll?.marks ?? []));
    },
    putGap: async () => undefined,
    removeGap: async () => undefined,
    listGaps: async () => [],
    findLast: async () => null,
    scan: async function* () {},
    findMarks: async () => [],
    listMarks: async () => ({ marks: [], nextCursor: null }),
  };
  const recorder = new ReferenceRecorder({
    history,
    relays: [relay],
    series: [new SeriesRecorder(series)],
    clock: () => epochMs(START + 60_000),
    now: () => 0,
    onStored: (key, t) => stored.push(`${key} ${t - START}`),
    onError: (what) => errors.push(what),
  });
  return {
    relay,
    recorder,
    marks,
    errors,
    stored: () => stored.splice(0),
    fill: (full: boolean) => {
      isFull = full;
    },
  };
}

test('a value is told of when it is stored, and not before', async () => {
  const { relay, recorder, stored } = open();
  relay.say({ t: START, text: '1' }, { t: START + 1_000, text: '2' }, { t: START + 1_000, text: '2' });
  assert.deepEqual(stored(), []);
  await recorder.flush();
  assert.deepEqual(stored(), ['chainlink-btc 0', 'chainlink-btc 1000']);
  await recorder.flush();
  assert.deepEqual(stored(), []);
});

test('values that could not be stored are told of once they are, in their order', async () => {
  const { relay, recorder, stored, fill, errors } = open();
  fill(true);
  relay.say({ t: START, text: '1' });
  await recorder.flush();
  relay.say({ t: START + 1_000, text: '2' }, { t: START, text: '3' });
  await recorder.flush();
  assert.deepEqual(stored(), []);
  fill(false);
  await recorder.flush();
  assert.deepEqual(stored(), ['chainlink-btc 0', 'chainlink-btc 1000', 'chainlink-btc 0']);
  assert.equal(errors.length, 1, 'told once');
});

test('a text that is added to a value, and an average that stayed incomplete, are told of too', async () => {
  const spot = open();
  spot.relay.say({ t: START, value: 1.5, isSnapshot: true });
  await spot.recorder.flush();
  assert.deepEqual(spot.stored(), ['chainlink-btc 0']);
  spot.relay.say({ t: START, text: '1.50', value: 1.5 });
  await spot.recorder.flush();
  assert.deepEqual(spot.stored(), ['chainlink-btc 0']);
  assert.deepEqual(
    spot.marks.map(({ place, text }) => [place, text]),
    [
      [0, null],
      [0, '1.50'],
    ],
  );
  const average = open({ source: 'rti60', coin: 'btc' });
  average.relay.say({ t: START, count: 59 }, { t: START, count: 60, text: '84349.74383333' });
  await average.recorder.flush();
  assert.deepEqual(average.stored(), ['rti60-btc 0', 'rti60-btc 0']);
});

test('what waits at a stop is stored and told of, and nothing is heard after it', async () => {
  const { relay, recorder, stored } = open();
  relay.say({ t: START, text: '1' });
  await recorder.stop();
  assert.deepEqual(stored(), ['chainlink-btc 0']);
  relay.say({ t: START + 1_000, text: '2' });
  await recorder.flush();
  assert.deepEqual(stored(), []);
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { epochMs, REFERENCES } from '../../src/domain/index.ts';
import { CursorError } from '../../src/history/contract/cursor.ts';
import type { HistoryStore, SeriesObservation } from '../../src/history/contract/history-store.ts';
import type { ReferenceMark } from '../../src/history/contract/reference-marks.ts';
import { ReferenceRecord } from '../../src/history/references/reference-record.ts';
import type { HistoryEngine } from './history-store.ts';

/** A whole minute. */
const AT = epochMs(1_791_162_000_000);

function mark(key: string, members: Partial<ReferenceMark> = {}): ReferenceMark {
  return {
    key,
    t: AT,
    place: 0,
    text: '79639.795829763498573824',
    receivedAt: epochMs(AT + 1_300),
    relay: 'rtds',
    count: null,
    ...members,
  };
}

function value(
  storeKey: string,
  t: number,
  p: number,
  s: SeriesObservation['s'] = 'poll',
): SeriesObservation {
  return { venue: REFERENCES, storeKey, asset: `ref-${storeKey}`, t: epochMs(t), p, v: null, s };
}

/** Runs the promises of `ReferenceMarks` and `ReferenceMarkWriter` against one engine, with the records that marks belong to. */
export function testReferenceMarks(engine: HistoryEngine): void {
  describe(`marks of reference prices: ${engine.name}`, () => {
    let store: HistoryStore;
    let next = 0;
    before(async () => {
      store = await engine.open();
    });
    after(() => store.close());
    const fresh = () => `twap60-c${next++}`;
    const reopen = async () => {
      if (engine.reopen !== undefined) store = await engine.reopen(store);
    };
    const append = (values: readonly SeriesObservation[], marks: readonly ReferenceMark[]) =>
      store.append(values, { venue: REFERENCES, at: AT, changed: [], marks });

    test('a mark is stored with the values of its commit, and alone; one of the same place replaces it', async () => {
      const key = fresh();
      const first = mark(key, { text: null, receivedAt: epochMs(AT + 900) });
      await append([value(key, AT, 79_639.7958297635)], [first]);
      assert.deepEqual(await store.findMarks(key, AT, AT), [first]);
      const second = mark(key, { place: 1, text: '79640.5' });
      await append([], [mark(key), second]);
      await reopen();
      assert.deepEqual(await store.findMarks(key, AT, AT), [mark(key), second]);
      assert.deepEqual(await store.findMarks(key, epochMs(AT + 1), epochMs(AT + 60_000)), []);
      assert.equal((await store.find({ venue: REFERENCES, storeKey: key }))?.asset, `ref-${key}`);
    });

    test('pages hold every mark once, by time, key and place', async () => {
      const keys = [fresh(), fresh()];
      const at = epochMs(AT + 3_600_000);
      const marks = [60_000, 0].flatMap((later) =>
        keys.flatMap((key) =>
          [1, 0].map((place) => mark(key, { t: epochMs(at + later), place, count: 60, relay: 'kalshi' })),
        ),
      );
      await append([], marks);
      const read: ReferenceMark[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await store.listMarks({ limit: 3, ...(cursor === undefined ? {} : { cursor }) });
        read.push(...page.marks.filter(({ t }) => t >= at));
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      const order = ({ t, key, place }: ReferenceMark) => `${t} ${key} ${place}`;
      assert.deepEqual(
        read,
        marks.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)),
      );
      await assert.rejects(store.listMarks({ limit: 3, cursor: 'x' }), CursorError);
    });

    test('imported marks have places below 0, and an equal one is not stored twice', async () => {
      const key = fresh();
      const { place: _, ...imported } = mark(key);
      await append([], [mark(key, { text: '1.5' })]);
      assert.equal(await store.putMarks([imported, { ...imported, text: '2' }, imported]), 2);
      assert.equal(await store.putMarks([imported, { ...imported, text: '1.5' }]), 0);
      const places = (await store.findMarks(key, AT, AT)).map(({ place, text }) => [place, text]);
      assert.deepEqual(places, [
        [-2, '2'],
        [-1, imported.text],
        [0, '1.5'],
      ]);
    });

    test('the record joins values with their marks in the order of arrival, and leaves out what was imported', async () => {
      const key = fresh();
      const record = new ReferenceRecord(store);
      const late = epochMs(AT + 9_000);
      await append([value(key, AT - 1_000, 1), value(key, AT, 79_639.7958297635)], [mark(key)]);
      await append([value(key, AT + 1_000, 3, 'backfill')], []);
      await append([value(key, AT, 5)], [mark(key, { place: 1, text: null, receivedAt: late })]);
      await append([value(key, AT, 6, 'import')], []);
      await store.putMarks([{ ...mark(key), text: '6', t: AT }]);
      const { place: _, key: __, ...known } = mark(key);
      const between = { text: null, count: null, receivedAt: null, relay: null };
      const atMinute = [
        { ...known, p: 79_639.7958297635, s: 'poll' },
        { ...known, text: null, receivedAt: late, p: 5, s: 'poll' },
      ];
      assert.deepEqual(await record.valuesAt(key, AT), atMinute);
      assert.deepEqual(await record.valuesOfHour(key, epochMs(AT - 3_600_000)), [
        { t: AT - 1_000, p: 1, s: 'poll', ...between },
      ]);
      assert.deepEqual(await record.valuesOfHour(key, AT), [
        ...atMinute,
        { t: AT + 1_000, p: 3, s: 'backfill', ...between },
      ]);
      assert.deepEqual(await record.valuesAt(key, epochMs(AT + 2_000)), []);
      assert.equal(await record.hasValues(key, epochMs(AT + 1_000), epochMs(AT + 1_000)), true);
      assert.equal(await record.hasValues(key, epochMs(AT + 1_001), late), false);
    });

    test('an incomplete average is read as its count, and is no value', async () => {
      const key = `rti60-c${next++}`;
      const record = new ReferenceRecord(store);
      const { place: _, key: __, ...known } = mark(key, { text: null, count: 59, relay: 'kalshi' });
      await append([], [mark(key, { text: null, count: 59, relay: 'kalshi' })]);
      assert.deepEqual(await record.valuesAt(key, AT), [{ ...known, p: null, s: 'poll' }]);
      assert.equal(await record.hasValues(key, AT, AT), false);
      const whole = mark(key, { place: 1, text: '84349.74383333', count: 60, relay: 'kalshi' });
      await append([value(key, AT, 84_349.74383333)], [whole]);
      assert.deepEqual(
        (await record.valuesAt(key, AT)).map(({ p, text, count }) => [p, text, count]),
        [
          [null, null, 59],
          [84_349.74383333, '84349.74383333', 60],
        ],
      );
    });
  });
}

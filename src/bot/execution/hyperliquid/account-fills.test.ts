import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { JsonServer } from '../../../../test/support/json-server.ts';
import { epochMs } from '../../../domain/index.ts';
import { VenueHttp } from '../calls/venue-http.ts';
import { AccountFills } from './account-fills.ts';

const ACCOUNT = '0xaccount';
const PAGE = 2_000;
/** Time at which the order was made, seven minutes after a full ten minutes. */
const MADE = epochMs(Math.ceil(1_763_700_000_000 / 600_000) * 600_000 + 7 * 60_000);
const NEVER = new AbortController().signal;

/**
 * Starts a venue whose account has one fill at each of these times, oldest first, and notes the queries that it
 * receives.
 */
async function bench(t: TestContext, times: readonly number[]) {
  const server = await JsonServer.start(({ body }) =>
    times
      .map((time, tid) => ({ px: '1', sz: '1', time, oid: 1, tid, fee: '0', feeToken: 'USDC' }))
      .filter(({ time }) => time >= body.startTime)
      .slice(0, PAGE),
  );
  t.after(() => server.stop());
  const clock = () => epochMs(MADE + 5_000);
  const http = new VenueHttp({ baseUrl: server.url, userAgent: 'test', clock });
  const fills = new AccountFills(http);
  return {
    read: async (preparedAt = MADE) => {
      const read = await fills.read(
        { account: ACCOUNT, preparedAt },
        { tradedBy: preparedAt, isImpatient: false },
        NEVER,
      );
      return new Set(read.fills.map(({ tid }) => tid));
    },
    listStarts: () => server.asked.map(({ body }) => body.startTime - MADE),
  };
}

test('one list serves the orders of an account of the last minutes', async (t) => {
  const { read, listStarts } = await bench(t, [MADE - 1_000, MADE]);
  assert.equal((await read()).size, 2);
  assert.equal((await read(epochMs(MADE + 1_000))).size, 2);
  assert.deepEqual(listStarts(), [-7 * 60_000]);
});

test('a fill that cannot be read costs its own order, and all when it names none', async (t) => {
  const fill = { px: '1', sz: '1', time: MADE, oid: 1, tid: 1, fee: '0', feeToken: 'USDC' };
  for (const [odd, unreadable] of [
    [{ ...fill, oid: 2, px: null }, [2]],
    [{ ...fill, oid: undefined }, [undefined]],
    [null, [undefined]],
  ] as const) {
    const server = await JsonServer.start(() => [fill, odd]);
    t.after(() => server.stop());
    const http = new VenueHttp({
      baseUrl: server.url,
      userAgent: 'test',
      clock: () => epochMs(MADE + 5_000),
    });
    const read = await new AccountFills(http).read(
      { account: ACCOUNT, preparedAt: MADE },
      { tradedBy: MADE, isImpatient: false },
      NEVER,
    );
    assert.deepEqual([read.fills.map(({ oid }) => oid), [...read.unreadable]], [[1], unreadable]);
  }
});

test('the fills of an order are found behind thousands of earlier ones', async (t) => {
  const earlier = Array.from({ length: 2_500 }, (_, i) => MADE - 400_000 + i * 100);
  const { read, listStarts } = await bench(t, [...earlier, MADE, MADE + 1]);
  const found = await read();
  assert.ok(found.has(2_500) && found.has(2_501));
  assert.deepEqual(listStarts(), [-420_000, -60_000]);
  // The account now counts as busy, so its lists begin at the order.
  await read(epochMs(MADE + 4_000));
  assert.deepEqual(listStarts().slice(2), [-56_000]);
});

test('an answer that is full is read on, also through fills of one millisecond', async (t) => {
  const many = Array.from({ length: 4_500 }, (_, i) => MADE - 30_000 + Math.floor(i / 10) * 10);
  const { read } = await bench(t, [...many, MADE + 1]);
  assert.equal((await read()).size, 4_501);
});

test('more fills in one millisecond than an answer holds end the reading', async (t) => {
  const { read, listStarts } = await bench(
    t,
    Array.from({ length: 2_100 }, () => MADE),
  );
  assert.equal((await read()).size, PAGE);
  assert.ok(listStarts().length <= 5);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  ExecutionVenue,
  OpenedSecret,
  OrderTicket,
  PreparedOrder,
} from '../../src/bot/execution/index.ts';

/** A venue with an account that can pay for its tickets. */
export interface ExecutionTable {
  readonly venue: ExecutionVenue;
  readonly secret: OpenedSecret;
  /** Builds an order that the book can fill. */
  ticket(clientOrderId: string): OrderTicket;
  /** Builds an order of an asset that the venue does not list. */
  unlisted(clientOrderId: string): OrderTicket;
}

/** Defines the tests that every venue of orders passes, live or mock. @param open Called for each test. */
export function describeExecutionVenue(name: string, open: () => ExecutionTable): void {
  const check = (what: string, body: (table: ExecutionTable) => Promise<void>) =>
    test(`${name}: ${what}`, () => body(open()));
  const signal = AbortSignal.timeout(60_000);
  const prepare = async ({ venue, secret }: ExecutionTable, ticket: OrderTicket): Promise<PreparedOrder> => {
    const preparation = await venue.prepare(ticket, secret, signal);
    assert.ok(preparation.status === 'ready', JSON.stringify(preparation));
    // As it comes back from where it was stored.
    const [leg] = JSON.parse(JSON.stringify(preparation.legs));
    assert.deepEqual(leg, preparation.legs[0]);
    return leg;
  };

  check('a stored order fills, and a look-up finds the same fills', async (table) => {
    const { venue, secret } = table;
    const order = await prepare(table, table.ticket('suite-fills'));
    const sent = await venue.send(order, secret, { signal, mayStillSend: async () => true });
    assert.ok(sent.status === 'filled', JSON.stringify(sent));
    const where = { at: order.preparedAt, venueOrderId: sent.venueOrderId };
    const found = await venue.lookUp(order, where, secret, signal);
    assert.ok(found.status === 'filled', JSON.stringify(found));
    const listFills = (outcome: typeof found) => outcome.fills.map(({ price, size }) => ({ price, size }));
    assert.deepEqual(listFills(found), listFills(sent));
    // Nothing rests, so there is nothing to cancel.
    assert.equal((await venue.cancel(order, where, secret, signal)).status, 'filled');
  });

  check('a halt at the last moment, and a request that has ended, send nothing', async (table) => {
    const { venue, secret } = table;
    const order = await prepare(table, table.ticket('suite-halted'));
    const { sent } = venue.getCounters();
    const halted = await venue.send(order, secret, { signal, mayStillSend: async () => false });
    assert.deepEqual(halted, { status: 'not_sent', cause: 'halted' });
    const expired = await venue.send(order, secret, {
      signal: AbortSignal.abort(),
      mayStillSend: async () => true,
    });
    assert.deepEqual(expired, { status: 'not_sent', cause: 'expired' });
    assert.equal(venue.getCounters().sent, sent);
  });

  check('the id of an order at the venue follows from the id that the bot gave it', async (table) => {
    const names = ['suite-one', 'suite-one', 'suite-two'].map((id) => prepare(table, table.ticket(id)));
    const [first, again, other] = (await Promise.all(names)).map(({ venueClientId }) => venueClientId);
    assert.equal(first, again);
    assert.notEqual(first, other);
  });

  check('an asset that is not listed is refused before anything is sent', async (table) => {
    const preparation = await table.venue.prepare(table.unlisted('suite-unlisted'), table.secret, signal);
    assert.equal(preparation.status === 'rejected' && preparation.reason, 'unknown_asset');
  });

  check('a credential that trades and nothing more is usable', async ({ venue, secret }) => {
    assert.deepEqual(await venue.checkCredential(secret, signal), { status: 'usable' });
  });
}

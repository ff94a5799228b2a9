import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Faults } from './faults.ts';

test('a silence strikes subscriptions that exist, for the asset and connection it names', () => {
  const faults = new Faults(() => 0);
  const listener = { connection: 0, openedAt: faults.newestId, subscribedAt: faults.newestId };
  assert.equal(faults.isSilent('kalshi', 'A', listener), false);
  faults.set({ kind: 'silence', venue: 'kalshi', asset: 'A', connection: 0 });
  assert.equal(faults.isSilent('kalshi', 'A', listener), true);
  assert.equal(faults.isSilent('kalshi', 'B', listener), false);
  assert.equal(faults.isSilent('kalshi', 'A', { ...listener, connection: 1 }), false);
  assert.equal(faults.isSilent('limitless', 'A', listener), false);
});

const CURES = [
  // members of the fault, does a new subscription cure it, does a new connection
  [{}, false, false],
  [{ until: 'resubscribe' }, true, true],
  [{ existing: true }, false, true],
] as const;

for (const [members, bySubscription, byConnection] of CURES) {
  test(`a silence with ${JSON.stringify(members)} is cured by what that says`, () => {
    const faults = new Faults(() => 0);
    const before = { connection: 0, openedAt: faults.newestId, subscribedAt: faults.newestId };
    const id = faults.set({ kind: 'silence', ...members });
    const resubscribed = { ...before, subscribedAt: faults.newestId };
    const reconnected = { connection: 1, openedAt: faults.newestId, subscribedAt: faults.newestId };
    assert.equal(faults.isSilent('kalshi', 'A', before), true);
    assert.equal(faults.isSilent('kalshi', 'A', resubscribed), !bySubscription);
    assert.equal(faults.isSilent('kalshi', 'A', reconnected), !byConnection);
    // A later fault strikes what was made before it.
    faults.set({ kind: 'silence', ...members });
    assert.equal(faults.isSilent('kalshi', 'A', reconnected), true);
    faults.clear(id);
    faults.clearAll();
    assert.equal(faults.isSilent('kalshi', 'A', before), false);
  });
}

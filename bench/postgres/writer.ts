import { post } from '../../src/billing/ledger/operations/ledger-operations.ts';
import { microUsd, wallClock } from '../../src/domain/index.ts';
import { openTestPostgres } from '../../test/servers/postgres-engine.ts';

/** Debits one owner in groups for a while, and says how many were posted. Arguments: url, owner, seconds, group size. */
const [url = '', owner = '', seconds = '', size = ''] = process.argv.slice(2);
const database = await openTestPostgres({ url });
let posted = 0;
const debit = async (idem: string) => {
  const posting = {
    scope: 'bench.debit',
    idem,
    type: 'stream_fee' as const,
    src: `owner:${owner}` as const,
    dst: 'revenue:stream' as const,
    amount: microUsd(1),
    ref: null,
  };
  const { status } = await database.transact(post, { posting, now: wallClock() });
  if (status === 'posted') posted += 1;
};
const until = performance.now() + Number(seconds) * 1_000;
const from = performance.now();
for (let group = 0; performance.now() < until; group += 1) {
  await Promise.all(
    Array.from({ length: Number(size) }, (_, i) => debit(`${owner}:${process.pid}:${group}:${i}`)),
  );
}
process.stdout.write(`${JSON.stringify({ posted, ms: performance.now() - from })}\n`);
await database.close();

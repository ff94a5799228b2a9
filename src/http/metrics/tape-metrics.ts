import type { TapeStatus, TapeStatusReader } from '../../feed/tape-status.ts';
import type { Gauges } from './gauges.ts';

/** Adds metrics of the tape: recorded books and trades. */
export function addTapeMetrics(gauges: Gauges, tape: TapeStatusReader): void {
  const read = () => tape.read().catch(() => null);
  const add = (name: string, help: string, value: (status: TapeStatus) => number) =>
    gauges.add(`tape_${name}`, help, async () => {
      const status = await read();
      return status === null ? null : value(status);
    });
  add(
    'changes_total',
    'Changes of books that came since the start, stored or not.',
    ({ changes }) => changes,
  );
  add('bytes_today', 'Bytes of books and trades that were written today.', ({ bytesToday }) => bytesToday);
  add('waiting', 'Changes of books that are not on the disk yet.', ({ waiting }) => waiting);
  add('not_recorded', 'Markets whose book is not recorded.', ({ notRecorded }) => notRecorded);
  gauges.addLabelled(
    'tape_books',
    'Books that are recorded: with every change, or once a minute (sampled).',
    ['venue', 'class'],
    async (set) => {
      for (const [venue, { books, sampled }] of listVenues(await read())) {
        set({ venue, class: 'every_change' }, books - sampled);
        set({ venue, class: 'sampled' }, sampled);
      }
    },
  );
  gauges.addLabelled(
    'tape_breaks_total',
    'Ends of recorded books since the start, by reason.',
    ['venue', 'reason'],
    async (set) => {
      for (const [venue, { breaks }] of listVenues(await read()))
        for (const [reason, count] of Object.entries(breaks)) set({ venue, reason }, count);
    },
  );
  gauges.addLabelled(
    'tape_trades_total',
    'Trades recorded since the start, by the side of the taker as the venue states it.',
    ['venue', 'side'],
    async (set) => {
      for (const [venue, { buys, sells, unknownSide }] of listVenues(await read())) {
        set({ venue, side: 'buy' }, buys);
        set({ venue, side: 'sell' }, sells);
        set({ venue, side: 'unknown' }, unknownSide);
      }
    },
  );
}

function listVenues(status: TapeStatus | null) {
  return Object.entries(status?.venues ?? {});
}

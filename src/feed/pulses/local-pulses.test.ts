import { describePulses } from '../../../test/contract/pulses.ts';
import { LocalPulses } from './local-pulses.ts';

describePulses({
  name: 'in process',
  timers: ['setTimeout', 'setInterval'],
  open: async (parts) => {
    const pulses = new LocalPulses(parts);
    return { pulses, settle: takeTurns, close: async () => pulses.close() };
  },
});

/** Work that waits for promises alone is done after some turns. */
async function takeTurns(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

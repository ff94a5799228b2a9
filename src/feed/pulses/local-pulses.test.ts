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

/** Waits a few turns of the event loop, after which work that only waits for promises is done. */
async function takeTurns(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

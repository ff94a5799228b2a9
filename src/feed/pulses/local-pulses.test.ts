import { describePulses } from '../../../test/contract/pulses.ts';
import { LocalPulses } from './local-pulses.ts';

describePulses('in process', (parts) => new LocalPulses(parts));

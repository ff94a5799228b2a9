import { describeSlots } from '../../../test/contract/slots.ts';
import { LocalStreamSlots } from './local-stream-slots.ts';

describeSlots('in process', () => new LocalStreamSlots());

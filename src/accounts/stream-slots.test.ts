import { describeSlots } from '../../test/contract/slots.ts';
import { StreamSlots } from './stream-slots.ts';

describeSlots('in process', () => new StreamSlots());

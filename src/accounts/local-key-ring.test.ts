import { describeKeyRing } from '../../test/contract/key-ring.ts';
import { LocalKeyRing } from './local-key-ring.ts';

describeKeyRing('in process', (_t, parts) => new LocalKeyRing(parts));

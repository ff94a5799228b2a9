import { testTape } from '../../../../test/contract/tape.ts';
import { SqliteTapeReader } from './sqlite-tape-reader.ts';
import { SqliteTapeWriter } from './sqlite-tape-writer.ts';
import { verifyTape } from './verify-tape.ts';

testTape({
  name: 'SQLite',
  openWriter: (options) => new SqliteTapeWriter(options),
  openReader: (dataDir) => new SqliteTapeReader(dataDir),
  verify: (dataDir) => verifyTape(dataDir).damaged,
});

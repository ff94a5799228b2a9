import { testTape } from '../../../../test/contract/tape.ts';
import { SqliteTapeReader } from './sqlite-tape-reader.ts';
import { SqliteTapeWriter } from './sqlite-tape-writer.ts';

testTape({
  name: 'SQLite',
  openWriter: (options) => new SqliteTapeWriter(options),
  openReader: (dataDir) => new SqliteTapeReader(dataDir),
});

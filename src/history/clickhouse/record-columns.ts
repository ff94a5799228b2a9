/** Columns of the table in their order: name, type, codec. */
export const COLUMNS = [
  // First 8 bytes of a hash of venue and key.
  ['k', 'Int64', 'ZSTD(1)'],
  // Epoch ms.
  ['t', 'Int64', 'Delta(8), ZSTD(1)'],
  // Batch of its venue, and place among the records of its series in it: the order of arrival.
  ['b', 'UInt64', 'DoubleDelta, ZSTD(1)'],
  ['i', 'UInt32', 'Delta(4), ZSTD(1)'],
  ['p', 'Float64', 'Delta(8), ZSTD(1)'],
  // NaN: absent.
  ['v', 'Float64', 'ZSTD(1)'],
  ['s', 'UInt8', 'ZSTD(1)'],
  ['f', 'UInt8', 'ZSTD(1)'],
] as const;

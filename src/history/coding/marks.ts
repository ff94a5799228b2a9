/** Mark in the source code of a record that `insert` stored. Back-fills compare only these; imports compare all. */
export const INSERTED = 0x80;

/** Mark beside `INSERTED` of a record that only import batches hold: undoing the last of them removes the record. */
export const BATCHED = 0x40;

/** Bits of a source code that are marks. */
export const MARKS = INSERTED | BATCHED;

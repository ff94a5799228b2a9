import { findAssetRef } from '../../domain/index.ts';
import { integer, onOff, type Parser } from '../../settings/parsers.ts';
import { setting } from '../../settings/setting.ts';

const MAX_ASSETS = 500;
const MAX_MB = 1_000_000;
const MAX_DAYS = 3_650;

/** Books to record: all, none, or those of the listed assets by canonical id. */
export type BookSetting = 'all' | 'off' | readonly string[];

const books: Parser<BookSetting> = {
  allowed: `all, off, or 1 to ${MAX_ASSETS} asset ids separated by commas`,
  parse: (value) => {
    const word = value.trim().toLowerCase();
    if (word === 'all' || word === 'off') return word;
    const refs = value.split(',').map((item) => findAssetRef(item.trim()));
    const assets = new Set(refs.filter((ref) => ref !== null).map(({ asset }) => asset));
    return refs.includes(null) || assets.size > MAX_ASSETS ? undefined : [...assets];
  },
};

const megabytes = integer(1, MAX_MB, 'MB');

/** Settings of the tape, which records changes of books, and trades. */
export const TAPE_SETTINGS = {
  books: setting(
    'BOOKS',
    books,
    'all' as BookSetting,
    'books to record: all, off, or the ids of up to 500 assets, those alone',
  ),
  bookMbPerDay: setting(
    'BOOK_MB_PER_DAY',
    { ...megabytes, allowed: `${megabytes.allowed}; CROSSTAPE_BOOKS=off stops recording books` },
    500,
    'MB of books a day; markets beyond it, smallest 24 h volume first, are recorded once a minute',
  ),
  bookDays: setting(
    'BOOK_DAYS',
    integer(0, MAX_DAYS),
    0,
    'days for which books are kept, 0: forever; trades stay',
  ),
  trades: setting('TRADES', onOff, true, 'recording of trades, with the side that the venue states'),
};

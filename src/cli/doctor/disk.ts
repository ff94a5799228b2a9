import type { Config } from '../../config/config.ts';
import { isPart } from '../../config/roles.ts';
import { type DiskSpace, describeDisk, judgeDiskSpace, readDiskSpace } from '../../health/disk-space.ts';

interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly detail: string;
}

const MEGABYTE = 1_000_000;
/** Number of days below which the finding is a warning. */
const FEW_DAYS = 14;

/** Checks the free space on the disk of the data directory, and for how many days books fit into it. */
export async function checkDisk(config: Config): Promise<Finding[]> {
  const disk = await readDiskSpace(config.dataDir);
  const state = { critical: 'problem', warning: 'warning', none: 'ok' } as const;
  const room: Finding = {
    what: 'disk',
    state: state[judgeDiskSpace(disk) ?? 'none'],
    detail: describeDisk(disk),
  };
  const { books } = config.feed.tape;
  return books === 'off' || !isPart(config.role, 'feed') ? [room] : [room, describeBooks(config, disk)];
}

function describeBooks({ feed }: Config, { freeBytes }: DiskSpace): Finding {
  const { bookMbPerDay, bookDays } = feed.tape;
  const days = Math.floor(freeBytes / (bookMbPerDay * MEGABYTE));
  const isKept = bookDays > 0 && bookDays <= days;
  const limit = 'CROSSTAPE_BOOK_MB_PER_DAY, CROSSTAPE_BOOK_DAYS and CROSSTAPE_BOOKS change that';
  return {
    what: 'books',
    state: isKept || days >= FEW_DAYS ? 'ok' : 'warning',
    detail: isKept
      ? `up to ${bookMbPerDay} MB a day, kept for ${bookDays} days, fit on the disk; ${limit}`
      : `at up to ${bookMbPerDay} MB a day the disk lasts for ${days} days; ${limit}`,
  };
}

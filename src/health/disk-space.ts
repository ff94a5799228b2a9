import { statfs } from 'node:fs/promises';

/** Space on the disk of the data directory. */
export interface DiskSpace {
  /** Number of bytes that this process may still write. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** Free space below which the recorder may stop soon. */
const WARNING = { freeFrac: 0.1, freeBytes: GIB } as const;
/** Free space below which the recorder is about to stop. */
const CRITICAL = { freeFrac: 0.03, freeBytes: 256 * MIB } as const;

/** Judges how full a disk is. null while there is enough space. */
export function judgeDiskSpace(disk: DiskSpace): 'warning' | 'critical' | null {
  if (isBelow(disk, CRITICAL)) return 'critical';
  return isBelow(disk, WARNING) ? 'warning' : null;
}

/** Describes the free space, such as "1.4 GiB of 20.0 GiB (7.0 %) free". */
export function describeDisk({ freeBytes, totalBytes }: DiskSpace): string {
  const share = totalBytes > 0 ? ` (${((100 * freeBytes) / totalBytes).toFixed(1)} %)` : '';
  return `${size(freeBytes)} of ${size(totalBytes)}${share} free`;
}

/**
 * Reads the disk space of a directory.
 *
 * @throws when the directory does not exist or its file system does not report it.
 */
export async function readDiskSpace(directory: string): Promise<DiskSpace> {
  const { bavail, bsize, blocks } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

function isBelow(
  { freeBytes, totalBytes }: DiskSpace,
  limit: { readonly freeFrac: number; readonly freeBytes: number },
): boolean {
  return freeBytes < limit.freeBytes || freeBytes < limit.freeFrac * totalBytes;
}

function size(bytes: number): string {
  return bytes < GIB ? `${Math.floor(bytes / MIB)} MiB` : `${(bytes / GIB).toFixed(1)} GiB`;
}

import type { DiskSpace } from '../../health/disk-space.ts';
import type { Gauges } from './gauges.ts';

/** Adds metrics of the disk that the data directory is on. They have no value where the disk cannot be read. */
export function addDiskMetrics(gauges: Gauges, read: () => Promise<DiskSpace | null>): void {
  gauges.add(
    'disk_free_bytes',
    'Bytes that the service may still write on the disk of its data directory.',
    async () => (await read())?.freeBytes ?? null,
  );
  gauges.add(
    'disk_total_bytes',
    'Size of the disk of the data directory in bytes.',
    async () => (await read())?.totalBytes ?? null,
  );
}

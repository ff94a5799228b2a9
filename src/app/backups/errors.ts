/**
 * Error of a backup or restore that would mix two installations, kinds or versions, or replace newer data. Nothing was
 * changed.
 */
export class BackupRefusedError extends Error {
  override readonly name = 'BackupRefusedError';
}

/** Error of a copy that is damaged, incomplete, or lacks a file. Nothing was changed. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError';
}

/** Error of a disk that is full, or would be. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

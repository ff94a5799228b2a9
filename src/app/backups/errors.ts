/** A backup or restore that would mix two installations, kinds or versions, or replace something newer. Nothing was changed. */
export class BackupRefusedError extends Error {
  override readonly name = 'BackupRefusedError';
}

/** A copy is damaged, half made, or lacks a file. Nothing was changed. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError';
}

/** A disk is full, or would be. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

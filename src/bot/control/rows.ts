import type { FlagRow } from '../../accounts/rows.ts';
import type { Halt } from './control.ts';

/** Stored settings and halt of a bot. */
export interface ControlRow {
  readonly botId: string;
  /** Whether the engine trades for the bot. */
  readonly enabled: boolean;
  /** Every other setting, as JSON. */
  readonly config: string;
  readonly halt: Halt;
  /** State that the exit watch keeps about the bot, as JSON; null: none. */
  readonly exitState: string | null;
  /** Whether the positions of the bot are being closed. */
  readonly isClosing: boolean;
  /** Time of the last change, epoch ms. */
  readonly changedAt: number;
}

/** A secret that the service made for its own use. */
export interface SecretRow {
  readonly name: string;
  readonly value: Uint8Array;
}

/** Rows of settings and switches within a transaction. */
export interface ControlRows {
  find(botId: string): ControlRow | null;
  /** Inserts the row, or replaces that of the same bot. */
  put(row: ControlRow): void;
  findFlag(name: string): FlagRow | null;
  insertFlag(row: FlagRow): void;
  findSecret(name: string): SecretRow | null;
  insertSecret(row: SecretRow): void;
}

/** Reads of committed settings and switches. */
export interface ControlQueries {
  find(botId: string): Promise<ControlRow | null>;
  findFlag(name: string): Promise<FlagRow | null>;
  /** Finds the bot's own halt, and which of the two flags are set, by the one read that each order costs. */
  readHalts(
    botId: string,
    flags: readonly [kill: string, opening: string],
  ): Promise<{ readonly own: Halt; readonly kill: boolean; readonly opening: boolean }>;
  /** Finds the two flags together with the bot's whole row, before an order is accepted. */
  findWithFlags(
    botId: string,
    flags: readonly [kill: string, opening: string],
  ): Promise<{ readonly row: ControlRow | null; readonly kill: boolean; readonly opening: boolean }>;
  /** Lists the rows of bots that have a position in a mode, or whose positions are being closed. */
  listWatched(mode: string): Promise<readonly ControlRow[]>;
  /**
   * Lists the rows of bots that are enabled and not halted, by id.
   *
   * @param after Id of the last bot of the page before; '' for none.
   */
  listRunning(after: string, limit: number): Promise<readonly ControlRow[]>;
}

import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../domain/index.ts';
import { BarTable } from './bars/bar-table.ts';
import { BatchTable } from './batches/batch-table.ts';
import { SqliteBatches } from './batches/sqlite-batches.ts';
import { CachedGaps } from './cached-gaps.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import { FileDamage } from './damage.ts';
import { openDatabase } from './database.ts';
import { ForecastTable } from './forecasts/forecast-table.ts';
import { GapTable } from './gap-table.ts';
import type { HistoryParts } from './history-commits.ts';
import { HistoryWriter } from './history-writer.ts';
import { Pieces } from './pieces/pieces.ts';
import { MarkTable } from './references/mark-table.ts';
import { Register } from './register/register.ts';
import { ResolutionTable } from './resolution-table.ts';
import { LiveSeries } from './series/live-series.ts';
import { SettledDayTable } from './settled/settled-day-table.ts';
import { SettledTable } from './settled/settled-table.ts';

/** All tables and caches of an open history file. */
export interface OpenParts extends HistoryParts {
  readonly writer: HistoryWriter;
  readonly gaps: GapTable;
  readonly keptGaps: CachedGaps;
  readonly resolutions: ResolutionTable;
  readonly batches: SqliteBatches;
}

/** Opens a history file for writing and reads its journal. @throws {HistoryFormatError} on an unreadable version. */
export function openParts(dataDir: string, clock: Clock): OpenParts {
  const db = openDatabase(dataDir);
  try {
    return joinParts(db, clock);
  } catch (error) {
    db.close();
    throw error;
  }
}

function joinParts(db: DatabaseSync, clock: Clock): OpenParts {
  const damage = new FileDamage(db);
  const pieces = new Pieces(db, damage);
  const catalogue = new Catalogue(db, damage);
  const live = new LiveSeries(catalogue);
  const register = new Register(db, damage);
  const forecasts = new ForecastTable(db, damage);
  const marks = new MarkTable(db, damage);
  const settledDays = new SettledDayTable(db, damage);
  const settled = new SettledTable(db, damage);
  const bars = new BarTable(db, damage);
  const shared = {
    db,
    damage,
    pieces,
    catalogue,
    live,
    register,
    forecasts,
    marks,
    settledDays,
    settled,
    bars,
  };
  const writer = new HistoryWriter(shared);
  const gaps = new GapTable(db, damage);
  const keptGaps = new CachedGaps(gaps);
  const resolutions = new ResolutionTable(db, damage);
  const batches = new SqliteBatches({
    writer,
    gaps,
    resolutions,
    register,
    marks,
    bars,
    clock,
    table: new BatchTable(db, damage),
    packs: pieces.packs,
    onGaps: () => keptGaps.forget(),
  });
  return { ...shared, writer, gaps, keptGaps, resolutions, batches };
}

import { buildKalshiAsset, type Candle, epochMs } from '../../src/domain/index.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { Backfiller } from '../../src/recording/backfiller.ts';
import { FakeAdapter } from './fake-adapter.ts';

/** A fill of one asset that ends itself with SIGKILL before or after its nth call of the store, and says which bars were stored. */
const { dataDir, step, now, candles } = JSON.parse(process.argv[2]!) as {
  dataDir: string;
  step: number;
  now: number;
  candles: Candle[];
};
const ref = buildKalshiAsset('A');
const adapter = new FakeAdapter('kalshi');
adapter.hasOwnCandles = true;
adapter.candlesByAsset.set(ref.asset, candles);
const history = await openSqliteHistory({ dataDir });
let steps = 0;
const killIfDue = () => {
  if (steps++ === step) process.kill(process.pid, 'SIGKILL');
};
const killed = new Proxy(history, {
  get(target, name) {
    const member = Reflect.get(target, name) as unknown;
    if (typeof member !== 'function') return member;
    return async (...input: unknown[]) => {
      killIfDue();
      const answer: unknown = await Reflect.apply(member, target, input);
      if (name === 'putBars') process.stdout.write('bars\n');
      killIfDue();
      return answer;
    };
  },
});
const adapters = new Map([['kalshi', adapter] as const]);
const clock = () => epochMs(now);
await new Backfiller({ history: killed, adapters, clock }).fill(ref, 1, new AbortController().signal);
await history.close();

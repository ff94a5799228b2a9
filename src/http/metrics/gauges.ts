import { Gauge, type Registry } from 'prom-client';
import { VENUES, type VenueId } from '../../domain/index.ts';

/** Value of a gauge; null: there is none now, and the gauge is left out. */
type Value = number | null;

/** Adds gauges to a registry. Each is named `crosstape_<name>` and is read when the metrics are collected. */
export class Gauges {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  add(name: string, help: string, read: () => Value | Promise<Value>): void {
    this.#build(name, help, [], async (gauge) => {
      const value = await read();
      if (value === null) gauge.remove();
      else gauge.set(value);
    });
  }

  /** Adds a gauge with a value for each venue that has one. */
  addPerVenue(name: string, help: string, read: (venue: VenueId) => Value): void {
    this.addLabelled(name, help, ['venue'], (set) => {
      for (const venue of VENUES) set({ venue }, read(venue));
    });
  }

  /** Adds a gauge with labels. @param collect Sets the value of each combination of labels; others are left out. */
  addLabelled(
    name: string,
    help: string,
    labelNames: string[],
    collect: (set: (labels: Readonly<Record<string, string | number>>, value: Value) => void) => void,
  ): void {
    this.#build(name, help, labelNames, (gauge) => {
      gauge.reset();
      collect((labels, value) => {
        if (value !== null) gauge.set(labels, value);
      });
    });
  }

  #build(
    name: string,
    help: string,
    labelNames: string[],
    collect: (gauge: Gauge) => void | Promise<void>,
  ): void {
    new Gauge({
      name: `crosstape_${name}`,
      help,
      labelNames,
      registers: [this.#registry],
      async collect() {
        await collect(this);
      },
    });
  }
}

import { getUnits } from '../../format/market.ts';
import { count } from '../../format/number.ts';
import { VENUE_IDS, venueTitle } from '../../format/venue.ts';
import { param, setParams } from '../../state/location.ts';
import { isPhone, settings } from '../../state/settings.ts';
import { chosen } from '../choices.ts';
import { type Content, html } from '../view.ts';

const DEFAULT_CAPITAL = 10_000;
const DEFAULT_TOP = 25;
const MAX_TOP = 100;
const FEE = { least: -100, most: 1_000 } as const;

const LEGS = [
  ['2', 'at two or more prices'],
  ['1', 'perpetuals against their oracle too'],
] as const;
/** Smallest differences to choose from, with their points. */
const SPREADS = [
  ['0.5', '50'],
  ['0.2', '20'],
  ['0.05', '5'],
] as const;
const SHOWN = [
  ['all', 'all, losses too'],
  ['tradable', 'tradable: a lot pays after fees'],
] as const;
/** Percent a year, with their titles. */
const YEARS = [
  ['any', 'any'],
  ['0', 'more than 0 % a year'],
  ['5', '5 % a year and more'],
  ['20', '20 % a year and more'],
  ['100', '100 % a year and more'],
] as const;
/** A year of more than 0: equal to 0 is none. */
const ABOVE_ZERO = Number.MIN_VALUE;

const readNumber = (name: string, least: number, most: number): number | null => {
  const given = param(name);
  const value = Number(given);
  return given === null || given.trim() === '' || !Number.isFinite(value) || value < least || value > most
    ? null
    : value;
};

const readTop = () => Math.round(readNumber('top', 1, MAX_TOP) ?? DEFAULT_TOP);
const readCapital = () => readNumber('capital', 1, 1e9) ?? DEFAULT_CAPITAL;

/** Reads the smallest profit of a year that is shown, as a fraction; null: any. */
export function readLeastYear(): number | null {
  const year = chosen(param('year'), YEARS);
  return year === 'any' ? null : Number(year) / 100 || ABOVE_ZERO;
}

/** Builds the query of `/api/arb/sim` from the address. */
export const simulationQuery = () => ({
  capital: readCapital(),
  topN: readTop(),
  minLegs: chosen(param('legs'), LEGS),
  maxSpread: chosen(param('spread'), SPREADS),
  sizes: true,
  ...Object.fromEntries(
    VENUE_IDS.map((venue) => [`feeBps.${venue}`, readNumber(`feeBps.${venue}`, FEE.least, FEE.most)]),
  ),
});

const spreadChoices = () => {
  const { distance } = getUnits('probability', settings.value.odds);
  return SPREADS.map(([value, points]) => [value, `up to ${points} ${distance}`] as const);
};

/** Sizes, own fees and filters, all of them in the address; on a phone folded, so that the answer comes first. */
export const simulationFilters = (): Content =>
  isPhone.value
    ? html`<details class="filters-fold"><summary>${count(readCapital())} USD, ${describeFees()}: change</summary>${inputs()}</details>`
    : inputs();

function describeFees(): string {
  const own = VENUE_IDS.filter((venue) => readNumber(`feeBps.${venue}`, FEE.least, FEE.most) !== null);
  return own.length === 0 ? 'fees as published' : `own fees at ${own.map(venueTitle).join(', ')}`;
}

/** Every input with its label. */
const inputs = (): Content => html`<div class="filters" role="group" aria-label="sizes, fees and filters">
  ${number({ name: 'capital', label: 'Capital', unit: 'USD', value: readCapital(), standard: DEFAULT_CAPITAL, least: 1, most: 1e9 })}
  ${number({ name: 'top', label: 'Split over at most', unit: '', value: readTop(), standard: DEFAULT_TOP, least: 1, most: MAX_TOP })}
  ${select('show', 'Show', SHOWN)} ${select('year', 'Earns', YEARS)} ${select('spread', 'Believe a spread', spreadChoices())} ${select('legs', 'Orders', LEGS)}
  <fieldset>
    <legend>Your fees, bps of what an order costs; empty: as published</legend>
    ${VENUE_IDS.map((venue) => {
      const name = `feeBps.${venue}`;
      return number({
        name,
        label: venueTitle(venue),
        unit: 'bps',
        value: readNumber(name, FEE.least, FEE.most),
        standard: null,
        ...FEE,
      });
    })}
  </fieldset>
</div>`;

interface NumberInput {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly value: number | null;
  /** Leaves the address. */
  readonly standard: number | null;
  readonly least: number;
  readonly most: number;
}

function number({ name, label, unit, value, standard, least, most }: NumberInput): Content {
  const change = async (event: Event) => {
    const input = event.target as HTMLInputElement;
    const typed = input.value.trim();
    const given = Number(typed);
    if (typed !== '' && (!Number.isFinite(given) || given < least || given > most)) {
      input.value = value === null ? '' : String(value);
      const { say } = await import('../notice.ts');
      say(`${label}: ${typed} is not between ${least} and ${most}${unit === '' ? '' : ` ${unit}`}`);
      return;
    }
    setParams({ [name]: typed === '' || given === standard ? null : given });
  };
  return html`<label class="field"
    ><span>${label}${unit === '' ? '' : html` <span class="unit">${unit}</span>`}</span
    ><input type="number" min=${least} max=${most} step="any" placeholder=${standard ?? 'published'} .value=${value === null ? '' : String(value)} @change=${change}></label
  >`;
}

function select(name: string, label: string, values: readonly (readonly [string, string])[]): Content {
  const current = chosen(param(name), values);
  return html`<label class="field"
    ><span>${label}</span
    ><select
      @change=${(event: Event) => {
        const { value } = event.target as HTMLSelectElement;
        setParams({ [name]: value === values[0]?.[0] ? null : value });
      }}
    >
      ${values.map(([value, title]) => html`<option value=${value} ?selected=${value === current}>${title}</option>`)}
    </select></label
  >`;
}

import type { Subject } from './event.ts';

/** The subjects, names and deeds that events are made of. */
export const FED: Subject = {
  name: 'Fed decision',
  ticker: '',
  category: 'Economics',
  source: 'Federal Reserve',
  kalshiSeries: 'KXFEDDECISION',
};
export const PRESIDENT: Subject = {
  name: 'Presidential Election Winner',
  ticker: '',
  category: 'Politics',
  source: 'Associated Press',
  kalshiSeries: 'KXPRESPERSON',
};
export const PRIZE: Subject = {
  name: 'Nobel Prize in Literature',
  ticker: '',
  category: 'Culture',
  source: 'Swedish Academy',
  kalshiSeries: 'KXNOBELLIT',
};
export const CANDIDATES = [
  'Avery Stone',
  'Jordan Hale',
  'Morgan Reyes',
  'Casey Lund',
  'Riley Okafor',
  'Quinn Baptiste',
];
export const AUTHORS = ['Ines Almeida', 'Haruto Sakai', 'Maren Dahl', 'Kofi Mensah', 'Leila Farhadi'];
export const TEAMS = [
  'Lions',
  'Hawks',
  'Rovers',
  'Mariners',
  'Falcons',
  'Pioneers',
  'Comets',
  'Rangers',
  'Bears',
  'Wolves',
];
export const DATED = [
  'a Mars sample return launch',
  'a new national park designation',
  'the lunar station opening',
];
export const PLACES = [
  'Arden',
  'Belmor',
  'Castrel',
  'Dunvale',
  'Eastmark',
  'Fenwick',
  'Galdor',
  'Harrow',
  'Istra',
  'Jorvik',
  'Kelmar',
  'Lorne',
];
/** Half of them as long as venues write them: with `Will`, place and date a title has 60 to 140 characters. */
export const ACTIONS = [
  'approve the transit bond',
  'open the harbor tunnel to freight traffic before the winter timetable of the coastal railway takes effect',
  'ban single-use plastics',
  'host the opening ceremony of the winter games ahead of the two other cities on the final shortlist',
  'raise the minimum wage above the level that its central bank recommends for the coming fiscal year',
  'elect a new mayor',
  'pass the budget in the second reading without an extraordinary session of the upper house',
  'launch a weather satellite',
  'sign the water treaty with both of its upstream neighbours at the ministerial conference',
  'complete the ring railway',
];

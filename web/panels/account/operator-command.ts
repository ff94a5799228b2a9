import { findOrigin } from '../../state/service.ts';

/** A command of the operator that asks this installation, to be run in the folder of the service. */
export const operatorCommand = (command: string): string =>
  `node bin/crosstape ${command} --url ${findOrigin('main') || location.origin}`;

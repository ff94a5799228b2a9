import { type TProperties, Type } from 'typebox';

/** Schema of a body with the given members and no others. Values are not converted: `"5"` is not a number. */
export const strictBody = <Properties extends TProperties>(
  properties: Properties,
  description = 'Request body.',
) => Type.Object(properties, { description, additionalProperties: false });

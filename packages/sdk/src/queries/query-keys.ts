/**
 * Creates query keys that begin with the area's name, so that areas never share an answer.
 * @example areaKeys('inventory')('medicines', 'summary')
 */
export const areaKeys =
  (area: string) =>
  <const Parts extends readonly unknown[]>(...parts: Parts): [string, ...Parts] => [area, ...parts]

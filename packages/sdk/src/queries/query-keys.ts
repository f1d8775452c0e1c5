/** Creates query keys that begin with the area's name, so that areas never share cached answers. */
export const areaKeys =
  (area: string) =>
  <const Parts extends readonly unknown[]>(...parts: Parts): [string, ...Parts] => [area, ...parts]

/**
 * Makes the keys of an area's queries. They begin with the area's name, so that two areas never share an answer by
 * accident.
 *
 * ```ts
 * export const keys = areaKeys('inventory')
 * useQuery({ queryKey: keys('medicines', 'summary'), … })
 * ```
 */
export const areaKeys =
  (area: string) =>
  <const Parts extends readonly unknown[]>(...parts: Parts): [string, ...Parts] => [area, ...parts]

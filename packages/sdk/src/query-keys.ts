import { useQueryClient } from '@tanstack/react-query'
import { type EventName, useSuiteEvents } from './events.ts'

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

/** Fetches everything under `key` again after one of the events, what is on the screen at once. */
export function useRefetchOn(names: readonly EventName[], key: readonly unknown[]): void {
  const queries = useQueryClient()
  useSuiteEvents(names, () => void queries.invalidateQueries({ queryKey: key }))
}

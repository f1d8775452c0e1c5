import { createHash } from 'node:crypto'
import type { PublishedArea } from './area-list.ts'

/** Who asks, as far as the browser says; it decides nothing but which build is shown. */
export interface Person {
  id: string
  email: string
}

/** Where a person stands among all, from 0 to 100: the same for an area in every process, and another for another area. */
export function shareOf(area: string, personId: string): number {
  const hash = createHash('sha256').update(`${area} ${personId}`).digest()
  return (hash.readUInt32BE() / 2 ** 32) * 100
}

/** The build that a person gets; signed-out visitors get the stable one. */
export function chooseBuild(
  area: string,
  { canary, stable }: Pick<PublishedArea, 'canary' | 'stable'>,
  person: Person | undefined,
): string {
  if (!canary || !person) return stable
  const isNamed = canary.people.includes(person.id) || canary.people.includes(person.email)
  return isNamed || shareOf(area, person.id) < canary.percent ? canary.build : stable
}

import { createHash } from 'node:crypto'
import type { PublishedArea } from './area-list.ts'

/** Sent by the browser and unverified, so it may only choose a build. */
export interface Person {
  id: string
  email: string
}

/** The person's fixed position, 0 to 100. It differs between areas, so one person does not get every canary. */
export function shareOf(area: string, personId: string): number {
  const hash = createHash('sha256').update(`${area} ${personId}`).digest()
  return (hash.readUInt32BE() / 2 ** 32) * 100
}

export function chooseBuild(
  area: string,
  { canary, stable }: Pick<PublishedArea, 'canary' | 'stable'>,
  person: Person | undefined,
): string {
  if (!canary || !person) return stable
  const isNamed = canary.people.includes(person.id) || canary.people.includes(person.email)
  return isNamed || shareOf(area, person.id) < canary.percent ? canary.build : stable
}

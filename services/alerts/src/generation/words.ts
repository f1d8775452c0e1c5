import type { GenerationCounts } from '../alerts/writer.ts'

/** All texts about a generation, ready for translation. */

const alerts = (count: number) => `${count.toLocaleString('en-IN')} ${count === 1 ? 'alert' : 'alerts'}`

export function generationMessage({ opened, renewed, closed }: GenerationCounts, notes: string[]): string {
  const counts = `${alerts(opened).replace(' ', ' new ')}, ${renewed.toLocaleString('en-IN')} renewed, ${closed.toLocaleString('en-IN')} closed.`
  return [counts, ...notes].join(' ')
}

const instants = (timeZone: string) =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone })

export const generationNotes = {
  inventoryUnknown: 'The medicine list has not arrived yet, so nothing was checked.',
  inventoryAway: 'The inventory service cannot be reached. The last known stock was used.',
  conditionsUnknown: 'Season and climate are not known yet, so high demand was not checked.',
  conditionsAsOf: (at: Date, timeZone: string) =>
    `The analytics service cannot be reached. Season and climate are from ${instants(timeZone).format(at)}.`,
}

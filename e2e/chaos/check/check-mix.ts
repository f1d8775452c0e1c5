import type { Wire } from '../stage/wire.ts'
import type { Report } from '../violations.ts'
import type { Journal } from '../work/journal.ts'

export interface Mix {
  begunOn: Record<string, number>
  keysOfBoth: number
  commandsOfBoth: number
}

const releases = ['yesterday', 'today']
const combinations = releases.flatMap((sales) =>
  releases.map((inventory) => `sales of ${sales}, inventory of ${inventory}`),
)

export function mixOf({ entries }: Journal, { commands }: Pick<Wire, 'commands'>): Mix {
  const begunOn = Object.fromEntries(combinations.map((name) => [name, 0]))
  for (const { begunOn: name } of entries) begunOn[name] = (begunOn[name] ?? 0) + 1
  return {
    begunOn,
    keysOfBoth: entries.filter(({ askedOf }) => askedOf.size > 1).length,
    commandsOfBoth: [...commands.values()].filter(({ answeredBy }) => answeredBy.size > 1).length,
  }
}

/** A mixed run must have tried both orders of deployment and retries across them. */
export function checkMix({ begunOn, keysOfBoth, commandsOfBoth }: Mix, report: Report): void {
  for (const [name, count] of Object.entries(begunOn)) {
    if (count === 0) report('run-broken', `Nobody asked for anything of ${name}`)
  }
  if (keysOfBoth === 0) report('run-broken', 'No key was asked of both releases of sales')
  if (commandsOfBoth === 0) report('run-broken', 'No command was answered by both releases of inventory')
}

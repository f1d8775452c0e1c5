import { parseArgs } from 'node:util'
import { isDatabaseKind } from './stage/database-server.ts'

const usage = `npm run chaos -- --seconds N --seed S [--transactions N] [--quiet MS] [--workers N] [--database sqlite|mariadb|cluster] [--mixed] [--bug name]`

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new TypeError(`Usage: ${usage}`)
  return Number(text)
}

export type Config = ReturnType<typeof readConfig>

export function readConfig(args: string[]) {
  const text = (value: string) => ({ type: 'string', default: value }) as const
  const { values } = parseArgs({
    args,
    options: {
      seconds: text('15'),
      transactions: text('0'),
      seed: text(String(Date.now() % 1_000_000)),
      quiet: text('750'),
      workers: text('16'),
      database: text('mariadb'),
      mixed: { type: 'boolean', default: false },
      bug: { type: 'string' },
    },
  })
  const { database, mixed, bug } = values
  if (!isDatabaseKind(database)) throw new TypeError(`Usage: ${usage}`)
  return {
    /** Minimum duration. */
    seconds: wholeNumber(values.seconds),
    /** Minimum number of completed transactions. */
    transactions: wholeNumber(values.transactions),
    seed: wholeNumber(values.seed),
    /** Concurrent users. */
    workers: wholeNumber(values.workers),
    /** Mean time between two faults of a lane, in ms. */
    quiet: wholeNumber(values.quiet),
    database,
    /** Swaps the previous release in and out instead of other faults. */
    mixed,
    bug,
  }
}

import { parseArgs } from 'node:util'
import { type DatabaseKind, isDatabaseKind } from './stage/database-server.ts'

export interface Config {
  /** Minimum duration. */
  seconds: number
  /** Minimum number of completed transactions. */
  transactions: number
  seed: number
  /** Concurrent users. */
  workers: number
  /** Mean time between two faults of a lane, in ms. */
  quiet: number
  database: DatabaseKind
  /** Swaps the previous release in and out instead of other faults. */
  mixed: boolean
  bug: string | undefined
}

const usage = `npm run chaos -- --seconds N --seed S [--transactions N] [--quiet MS] [--workers N] [--database sqlite|mariadb|cluster] [--mixed] [--bug name]`

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new TypeError(`--${name} must be a whole number. Usage: ${usage}`)
  return Number(text)
}

export function readConfig(args: string[]): Config {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      ...{
        seconds: text,
        seed: text,
        workers: text,
        transactions: text,
        quiet: text,
        database: text,
        bug: text,
      },
      mixed: { type: 'boolean' },
    },
  })
  const {
    seconds = '15',
    transactions = '0',
    quiet = '750',
    workers = '16',
    database = 'mariadb',
    mixed = false,
    bug,
  } = values
  const seed = values.seed ?? String(Date.now() % 1_000_000)
  if (!isDatabaseKind(database)) throw new TypeError(`Usage: ${usage}`)
  return {
    seconds: wholeNumber('seconds', seconds),
    transactions: wholeNumber('transactions', transactions),
    seed: wholeNumber('seed', seed),
    quiet: wholeNumber('quiet', quiet),
    workers: wholeNumber('workers', workers),
    database,
    mixed,
    bug,
  }
}

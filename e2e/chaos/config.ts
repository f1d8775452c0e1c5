import { parseArgs } from 'node:util'
import { type DatabaseKind, isDatabaseKind } from './stage/database-server.ts'

export interface Config {
  /** The work goes on for so long at least … */
  seconds: number
  /** … and until so many transactions have their final answer. */
  transactions: number
  seed: number
  /** How many record at the same time. */
  workers: number
  /** About so many ms pass between two faults of a lane: processes and their database, and the network. */
  quiet: number
  database: DatabaseKind
  /** Swaps yesterday's release in and out, instead of the other faults. */
  mixed: boolean
  bug: string | undefined
}

const usage = `npm run chaos -- --seconds N --seed S [--transactions N] [--quiet MS] [--workers N] [--database sqlite|mariadb|cluster] [--mixed] [--bug name]`

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new TypeError(`--${name} must be a whole number. Usage: ${usage}`)
  return Number(text)
}

/** What was asked for on the command line. Throws a sentence that tells what can be. */
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

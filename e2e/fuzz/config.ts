import { parseArgs } from 'node:util'
import type { DatabaseKind } from '../chaos/stage/database-server.ts'

export interface Config {
  requests: number
  seed: number
  database: DatabaseKind
  /** With a bug of each kind planted, which the run must find. */
  planted?: boolean
}

const usage = 'npm run fuzz -- --requests N --seed S [--database sqlite|mariadb] [--planted]'
const text = { type: 'string' } as const

function wholeNumber(given: string): number {
  if (!/^\d{1,9}$/.test(given)) throw new TypeError(`Usage: ${usage}`)
  return Number(given)
}

/** What was asked for on the command line. Throws a sentence that says what can be. */
export function readConfig(args: string[]): Config {
  const planted = { type: 'boolean' } as const
  const options = { requests: text, seed: text, database: text, planted }
  const { requests = '3000', seed, database = 'sqlite', ...rest } = parseArgs({ args, options }).values
  if (database !== 'sqlite' && database !== 'mariadb') throw new TypeError(`Usage: ${usage}`)
  return {
    requests: wholeNumber(requests),
    seed: wholeNumber(seed ?? String(Date.now() % 1_000_000)),
    database,
    ...rest,
  }
}

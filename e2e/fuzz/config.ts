import { parseArgs } from 'node:util'
import type { DatabaseKind } from '../chaos/stage/database-server.ts'
import { bugs } from './bugs/bugs.ts'

export interface Config {
  requests: number
  seed: number
  database: DatabaseKind
  /** Bugs to plant, which the run must find. */
  planted?: keyof typeof bugs
}

const usage = `npm run fuzz -- --requests N --seed S [--database sqlite|mariadb] [--planted ${Object.keys(bugs).join('|')}]`
const text = { type: 'string' } as const

function wholeNumber(given: string): number {
  if (!/^\d{1,9}$/.test(given)) throw new TypeError(`Usage: ${usage}`)
  return Number(given)
}

/** Throws a usage sentence for wrong arguments. */
export function readConfig(args: string[]): Config {
  const options = { requests: text, seed: text, database: text, planted: text }
  const { requests = '3000', seed, database = 'sqlite', planted } = parseArgs({ args, options }).values
  if (database !== 'sqlite' && database !== 'mariadb') throw new TypeError(`Usage: ${usage}`)
  if (planted !== undefined && !(planted in bugs)) throw new TypeError(`Usage: ${usage}`)
  return {
    requests: wholeNumber(requests),
    seed: wholeNumber(seed ?? String(Date.now() % 1_000_000)),
    database,
    ...(planted !== undefined && { planted: planted as keyof typeof bugs }),
  }
}

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

/** Throws a usage sentence for wrong arguments. */
export function readConfig(args: string[]): Config {
  const text = (value: string) => ({ type: 'string', default: value }) as const
  const { requests, seed, database, planted } = parseArgs({
    args,
    options: {
      requests: text('3000'),
      seed: text(String(Date.now() % 1_000_000)),
      database: text('sqlite'),
      planted: { type: 'string' },
    },
  }).values
  const isDatabase = database === 'sqlite' || database === 'mariadb'
  if (
    !isDatabase ||
    !/^\d{1,9} \d{1,9}$/.test(`${requests} ${seed}`) ||
    (planted !== undefined && !(planted in bugs))
  )
    throw new TypeError(`Usage: ${usage}`)
  return {
    requests: Number(requests),
    seed: Number(seed),
    database,
    ...(planted !== undefined && { planted: planted as keyof typeof bugs }),
  }
}

import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { copySuite } from '../suite-copy.ts'
import { admin, asAdmin, runProgram, settings, signIn, startSuite, untilReady } from '../support.ts'
import { addMedicines, startLoad, unitsGone } from './load.ts'

export interface RolloutOptions {
  requests: number
  /** Processes to replace, one after the other. */
  names: string[]
  /** True for one process per service, false for two shared ones. */
  separate: boolean
  /** URL of a MySQL server. Without it, databases are embedded. */
  databaseUrl?: string | undefined
  workers?: number
  /** Called while the load runs. */
  meanwhile?: (stage: { copy: string; dataFolder: string; service: ServiceCommand }) => Promise<void>
  print?: (line: string) => void
}

/** Runs `npm run service` with these arguments. */
export type ServiceCommand = (...args: string[]) => Promise<{ code: number; output: string }>

const root = resolve(import.meta.dirname, '../../../..')
const MIGRATIONS = 'services/sales/src/migrations/list.ts'
const MEDICINES = 10

/** Changes sales into a next release with one more column. */
export const expanded = (list: string) =>
  list.replace(
    'export const migrations: Migration[] = [',
    `export const migrations: Migration[] = [
  { name: '20991231000000_add_till', up: (db) => db.schema.alterTable('transactions', (table) => void table.string('till', 20)) },`,
  )

/** Returns a built copy of the sources, which tests may change. */
export function copyBuilt(): string {
  const copy = copySuite()
  for (const dist of globSync(['shell/dist', 'mf-*/dist'], { cwd: root })) {
    cpSync(join(root, dist), join(copy, dist), { recursive: true })
  }
  return copy
}

/** Replaces each process under load. Sales is replaced by a release with one more column, then back by this one. */
export async function rollOut(given: RolloutOptions) {
  const { requests, names, separate, databaseUrl, workers = 16, meanwhile, print = () => {} } = given
  const copy = copyBuilt()
  const env = await settings({ ...asAdmin, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) })
  const options = separate ? ['--separate'] : []
  const suite = await untilReady(
    startSuite(env, [process.execPath, join(copy, 'deploy/local/start.js'), ...options]),
  )
  const { token } = (await (await signIn(suite.url, admin)).json()) as { token: string }
  const caller = { url: suite.url, token }
  const medicineIds = await addMedicines(caller, MEDICINES)
  const load = startLoad({ ...caller, medicineIds, workers, admin })
  const list = join(copy, MIGRATIONS)
  const original = readFileSync(list, 'utf8')
  const service: ServiceCommand = (...args) =>
    runProgram(join(copy, 'deploy/local/src/control/main.ts'), args, env)
  const restart = async (name: string) => {
    const { code, output } = await service('restart', name)
    print(output.trimEnd())
    if (code !== 0) throw new Error(output)
  }
  try {
    for (const name of names) {
      if (name === 'sales') {
        writeFileSync(list, expanded(original))
        await restart(name)
        writeFileSync(list, original)
      }
      await restart(name)
    }
    await meanwhile?.({ copy, dataFolder: env.DATA_DIR, service })
    while (load.counts.requests < requests) await delay(50)
  } finally {
    await load.stop()
  }
  const gone = await unitsGone({ ...caller, token: load.token() }, medicineIds)
  const reconciled = await runProgram(join(copy, 'deploy/local/src/commands/reconcile.ts'), [], env)
  suite.kill('SIGTERM')
  const exitCode = await suite.ended
  return {
    ...load.counts,
    failures: load.failures,
    sold: load.sold(),
    gone,
    reconciled,
    exitCode,
    output: suite.output(),
  }
}

import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { LeaseLostError } from '../lease-lost.ts'
import { withLease } from './migration-lease.ts'
import { connectOrExplain } from './reachable.ts'
import { checkRelease } from './schema-release.ts'

/**
 * One step of a schema. `name` is `YYYYMMDDHHMMSS_imperative_sentence`, unique, and never changed once
 * merged. `up` may be run again after a crash: use `createTableOnce`, `addColumnOnce`, `addIndexOnce`. It runs in one
 * transaction, unless `inSteps`: what moves many rows makes its own, so that the previous release waits for few of them.
 */
export interface Migration {
  name: string
  inSteps?: boolean
  up: (db: Knex) => Promise<void>
  down?: (db: Knex) => Promise<void>
}

export interface MigrateOptions {
  log: Logger
  /** Of the service, e.g. `0.3.0`; without it the release of the schema is neither checked nor noted. */
  version?: string
  /** How long a process that migrates may be silent before another takes over. */
  leaseMs?: number
}

const NAME = /^\d{14}_[a-z0-9_]+$/
const DEFAULT_LEASE_MS = 10_000

function sorted(migrations: Migration[]): Migration[] {
  const names = new Set(migrations.map((migration) => migration.name))
  if (names.size < migrations.length) throw new TypeError('Two migrations have the same name')
  const wrong = migrations.find((migration) => !NAME.test(migration.name))
  if (wrong) throw new TypeError(`Migration ${wrong.name} is not named YYYYMMDDHHMMSS_imperative_sentence`)
  return migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function migratorConfig(migrations: Migration[]): Knex.MigratorConfig {
  const nothing = async () => {}
  return {
    migrationSource: {
      getMigrations: async () => migrations,
      getMigrationName: (migration: Migration) => migration.name,
      getMigration: async ({ up, down = nothing, inSteps = false }: Migration) => ({
        ...{ up, down, config: { transaction: !inSteps } },
      }),
    },
    // The previous release must start on the schema of the next one: rolling back is starting it.
    disableMigrationsListValidation: true,
  }
}

async function isUpToDate(db: Knex, migrations: Migration[]): Promise<boolean> {
  if (!(await db.schema.hasTable('knex_migrations'))) return false
  const done = new Set<string>(await db('knex_migrations').pluck('name'))
  return migrations.every((migration) => done.has(migration.name))
}

async function runPending(
  db: Knex,
  config: Knex.MigratorConfig,
  options: Required<Omit<MigrateOptions, 'version'>>,
): Promise<void> {
  await withLease(db, options, async (lease) => {
    // Under our lease no other process migrates, so a lock of knex that is still taken belongs to the dead.
    await db.migrate.forceFreeMigrationsLock(config)
    for (;;) {
      await lease.renew()
      const [, [name]] = (await db.migrate.up(config)) as [number, string[]]
      if (name === undefined) return
      options.log.info({ migration: name }, 'migrated')
    }
  })
}

/**
 * Brings the schema up to date, in the order of the names. Several replicas may start at once: one
 * migrates, the others wait for it; one that is killed half-way is replaced after `leaseMs` (10 s).
 * Throws a `StartupError` of one sentence when the database cannot be reached, or belongs to a release that is newer than the
 * next one.
 *
 * @example await migrate(db, [createMedicines, ...feedMigrations('20261120120000')], { log })
 */
export async function migrate(db: Knex, migrations: Migration[], options: MigrateOptions): Promise<void> {
  const ordered = sorted(migrations)
  const settings = { leaseMs: DEFAULT_LEASE_MS, ...options }
  await connectOrExplain(db)
  const noteRelease = options.version === undefined ? undefined : await checkRelease(db, options.version)
  while (!(await isUpToDate(db, ordered))) {
    try {
      await runPending(db, migratorConfig(ordered), settings)
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error
      options.log.warn('lost the migration lease; starting again')
    }
  }
  await noteRelease?.()
}

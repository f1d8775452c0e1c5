import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { StartupError } from '../config/config.ts'
import { createLeaseStore, createLeaseTable, whileHeld } from '../jobs/lease-store.ts'
import { isConflict, LeaseLostError } from './errors.ts'
import { connectOrExplain } from './reachable.ts'

/**
 * One change of the schema. `name` is `YYYYMMDDHHMMSS_imperative_sentence`, unique, and never changes after the merge.
 * `up` may run again after a crash: use `createTableOnce`, `addColumnOnce`, `addIndexOnce`. It runs in one transaction.
 * With `inSteps` it makes short transactions itself, so that the previous release need not wait while many rows change.
 */
export interface Migration {
  name: string
  inSteps?: boolean
  up: (db: Knex) => Promise<void>
  down?: (db: Knex) => Promise<void>
}

export interface MigrateOptions {
  log: Logger
  version?: string
  /** How long a migrating process may be silent before another takes over, in ms. */
  leaseMs?: number
  /** Waits until a job has migrated, and only reads, so the database user needs no rights to change the schema. */
  byJob?: boolean
}

const NAME = /^\d{14}_[a-z0-9_]+$/
const LEASE = 'migrations'
const DEFAULT_LEASE_MS = 10_000
const LEASE_POLL_MS = 100
const JOB_POLL_MS = 500

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
        up,
        down,
        config: { transaction: !inSteps },
      }),
    },
    // Allows migrations that this release does not know, so that a rollback to it can start.
    disableMigrationsListValidation: true,
  }
}

async function isUpToDate(db: Knex, migrations: Migration[]): Promise<boolean> {
  if (!(await db.schema.hasTable('knex_migrations'))) return false
  const done = new Set<string>(await db('knex_migrations').pluck('name'))
  return migrations.every((migration) => done.has(migration.name))
}

async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error)) throw error
      await delay(LEASE_POLL_MS * Math.random())
    }
  }
}

async function upOneByOne(db: Knex, config: Knex.MigratorConfig, log: Logger, renew: () => Promise<boolean>) {
  // This process has the lease, so a remaining lock of knex belongs to a process that died.
  await db.migrate.forceFreeMigrationsLock(config)
  for (;;) {
    if (!(await renew())) throw new LeaseLostError('the migration')
    const [, [name]] = (await db.migrate.up(config)) as [number, string[]]
    if (name === undefined) return
    log.info({ migration: name }, 'migrated')
  }
}

/** Migrates in one process while others wait at their start. If it dies, the next takes over after `leaseMs`. */
async function runPending(
  db: Knex,
  config: Knex.MigratorConfig,
  { leaseMs = DEFAULT_LEASE_MS, log }: MigrateOptions,
): Promise<void> {
  const leases = createLeaseStore(db, LEASE)
  const holder = randomUUID()
  await retryConflicts(() => createLeaseTable(db))
  await retryConflicts(() => leases.prepare(0))
  /** In an embedded database, claiming conflicts while the holder writes. */
  const claim = () =>
    leases.claimFree(holder, leaseMs).catch((error: unknown) => {
      if (isConflict(error)) return false
      throw error
    })
  for (let tries = 0; !(await claim()); tries += 1) {
    if (tries === 0) log.info({}, 'waiting for another process that migrates')
    await delay(LEASE_POLL_MS)
  }
  const renew = () => {
    // A supervisor waits longer for a process that migrates.
    cluster.worker?.send({ type: 'migrating' }, () => {})
    return retryConflicts(() => leases.renew(holder, leaseMs))
  }
  const held = { name: LEASE, renew, leaseMs, log, signal: new AbortController().signal }
  try {
    await whileHeld(held, () => upOneByOne(db, config, log, renew))
  } finally {
    // A failure here must not hide an error of the migration. The lease expires anyway.
    const released = retryConflicts(() => leases.release(holder, 0))
    await released.catch((err: unknown) => log.warn({ err }, 'migration lease not given back'))
  }
}

/**
 * Migrates the schema in the order of the names. One of several replicas migrates while the others wait; if it dies,
 * another takes over after `leaseMs` (10 s). Throws a `StartupError` if the database is unreachable or too new.
 */
export async function migrate(db: Knex, migrations: Migration[], options: MigrateOptions): Promise<void> {
  const ordered = sorted(migrations)
  await connectOrExplain(db)
  const noteRelease = options.version === undefined ? undefined : await checkRelease(db, options.version)
  if (options.byJob) {
    for (let tries = 0; !(await isUpToDate(db, ordered)); tries += 1) {
      if (tries === 0) options.log.info({}, 'waiting for the migration job')
      await delay(JOB_POLL_MS)
    }
    return
  }
  while (!(await isUpToDate(db, ordered))) {
    try {
      await runPending(db, migratorConfig(ordered), options)
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error
      options.log.warn('lost the migration lease; starting again')
    }
  }
  await noteRelease?.()
}

const TABLE = 'schema_release'

/** Only major and minor matter, because adjacent releases can run on the same schema. */
const releaseOf = (version: string): [major: number, minor: number] => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return [major, minor]
}

function isNewer(version: string, than: string): boolean {
  const [[major, minor], [thanMajor, thanMinor]] = [releaseOf(version), releaseOf(than)]
  return major > thanMajor || (major === thanMajor && minor > thanMinor)
}

/** The first release of the next major version counts as the next release, whatever the own minor version is. */
function isBeyondNext(version: string, own: string): boolean {
  const [[major, minor], [ownMajor, ownMinor]] = [releaseOf(version), releaseOf(own)]
  return major === ownMajor ? minor > ownMinor + 1 : major > ownMajor + 1 || (major > ownMajor && minor > 0)
}

/**
 * Throws a `StartupError` if the database was used by a release newer than the next one, which may drop columns. The
 * returned function stores this release after the migration. No migration creates the table, as it is read before.
 */
async function checkRelease(db: Knex, version: string): Promise<() => Promise<void>> {
  const isThere = await db.schema.hasTable(TABLE)
  const newest: string | undefined = isThere ? (await db(TABLE).first('version'))?.version : undefined
  if (newest !== undefined && isBeyondNext(newest, version)) {
    throw new StartupError(
      `This database was used by release ${newest}; this is ${version}. Start that release or the one before it.`,
    )
  }
  return async () => {
    if (newest !== undefined && !isNewer(version, newest)) return
    if (!isThere) {
      await db.raw(
        `create table if not exists ${TABLE} (id integer primary key, version varchar(40) not null)`,
      )
    }
    await db(TABLE).insert({ id: 1, version }).onConflict('id').merge()
  }
}

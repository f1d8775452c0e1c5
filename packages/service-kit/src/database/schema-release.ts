import type { Knex } from 'knex'
import { StartupError } from '../config.ts'

const TABLE = 'schema_release'

/** Releases that may run beside each other, and on each other's schema, differ by one. */
const releaseOf = (version: string): [major: number, minor: number] => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return [major, minor]
}

function isNewer(version: string, than: string): boolean {
  const [[major, minor], [thanMajor, thanMinor]] = [releaseOf(version), releaseOf(than)]
  return major > thanMajor || (major === thanMajor && minor > thanMinor)
}

/** Of a major release the first is the next one of any before it: how many there were, the older one cannot know. */
function isBeyondNext(version: string, own: string): boolean {
  const [[major, minor], [ownMajor, ownMinor]] = [releaseOf(version), releaseOf(own)]
  return major === ownMajor ? minor > ownMinor + 1 : major > ownMajor + 1 || (major > ownMajor && minor > 0)
}

/**
 * Throws a `StartupError` when a release newer than the next one has used the database: it may have dropped what this one
 * needs. What it returns notes this release as the newest one, once the database is migrated. No migration makes its table,
 * because older releases must find it before they migrate.
 */
export async function checkRelease(db: Knex, version: string): Promise<() => Promise<void>> {
  const isThere = await db.schema.hasTable(TABLE)
  const newest: string | undefined = isThere ? (await db(TABLE).first('version'))?.version : undefined
  if (newest !== undefined && isBeyondNext(newest, version)) {
    throw new StartupError(
      `Release ${newest} has used this database, and this is ${version}: start that release or the one before it.`,
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

import type { Knex } from 'knex'
import { StartupError } from '../config/config.ts'

const TABLE = 'schema_release'

/** Adjacent releases may run beside each other on either schema. */
const releaseOf = (version: string): [major: number, minor: number] => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return [major, minor]
}

function isNewer(version: string, than: string): boolean {
  const [[major, minor], [thanMajor, thanMinor]] = [releaseOf(version), releaseOf(than)]
  return major > thanMajor || (major === thanMajor && minor > thanMinor)
}

/**
 * The first release of a major version follows any release before it, because older code cannot know how many there
 * were.
 */
function isBeyondNext(version: string, own: string): boolean {
  const [[major, minor], [ownMajor, ownMinor]] = [releaseOf(version), releaseOf(own)]
  return major === ownMajor ? minor > ownMinor + 1 : major > ownMajor + 1 || (major > ownMajor && minor > 0)
}

/**
 * Throws a `StartupError` if a release newer than the next one used the database: it may have dropped required columns.
 * The returned function records this release after migration. No migration creates the table, because older releases
 * read it before they migrate.
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

import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Knex } from 'knex'
import { StartupError } from '../config/config.ts'
import { catchUp, isClustered } from './galera/cluster.ts'
import { isEmbedded } from './open.ts'

/** Minimum free space: twice the size to which the write-ahead log of an embedded database grows. */
const ROOM_BYTES = 8 * 1024 * 1024

export async function pingDatabase(db: Knex): Promise<void> {
  if (isClustered(db)) await catchUp(db)
  else await db.raw('select 1')
}

/** Rejects if the disk has too little free space for writes. */
export async function checkDiskSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < ROOM_BYTES) throw new Error('The disk is full')
}

/** For `/readyz`: checks that the database answers, and that an embedded one has disk space. */
export async function checkDatabase(db: Knex): Promise<void> {
  await pingDatabase(db)
  const { filename } = db.client.config.connection
  if (isEmbedded(db) && filename !== ':memory:') await checkDiskSpace(dirname(filename))
}

/** Connects once. Throws a one-sentence `StartupError` that contains no credentials. */
export async function connectOrExplain(db: Knex): Promise<void> {
  try {
    await pingDatabase(db)
  } catch (cause) {
    throw new StartupError(`Cannot use ${placeOf(db)}: ${reasonOf(cause)}.`, { cause })
  }
}

function placeOf(db: Knex): string {
  const { filename, host, port, database } = db.client.config.connection
  return isEmbedded(db) ? `the database file ${filename}` : `the database ${database} at ${host}:${port}`
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at that address',
  ENOTFOUND: 'the host name is unknown',
  ETIMEDOUT: 'it did not answer in time',
  HANDSHAKE_NO_SSL_SUPPORT: 'the server offers no TLS',
  HANDSHAKE_SSL_ERROR: 'its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another host',
  1044: 'the user may not use this database',
  1045: 'the user name or the password was refused',
  1049: 'no database of that name exists',
  SQLITE_CANTOPEN: 'the file cannot be opened or created',
  SQLITE_FULL: 'the disk is full',
  SQLITE_READONLY: 'the file cannot be written',
  SQLITE_NOTADB: 'the file is not a database',
}

function reasonOf(error: unknown): string {
  const { errno = 0, code = '', message = '' } = error as { errno?: number; code?: string; message?: string }
  // For this reason the driver has a text but no code.
  if (/certificate has expired/i.test(message)) return 'its certificate has expired'
  // better-sqlite3 reports a missing directory without a code.
  if (error instanceof TypeError) return message
  return reasons[code] ?? reasons[String(errno)] ?? (code || 'it does not answer')
}

import { createWriteStream, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { StartupError } from '@mms/service-kit/config'
import packageJson from '../../package.json' with { type: 'json' }
import type { LocalConfig } from '../config.ts'
import { databaseOf } from '../plan.ts'
import { serviceNames } from '../setup/service-list.ts'
import type { Followed } from './chain-state.ts'
import { type Contents, type Entry, packEntries } from './entries.ts'
import { fileEntries } from './files.ts'
import { COPIES, syncFolder, UNFINISHED } from './folder.ts'
import { digestOf, encodeHeader, newHeader, saltOf } from './header.ts'
import { ensureInstallation } from './installation.ts'
import { type BackupKey, keyOfBackup } from './key.ts'
import { pinServer } from './mysql-snapshot.ts'
import { changedPages, type Mapped, PAGES, stateOf } from './pages.ts'
import { seal } from './seal.ts'
import type { Snapshot, Snapshots } from './snapshot.ts'
import { pinEmbedded } from './sqlite-snapshot.ts'

const EMBEDDED = 'sqlite:'

function pinAll(config: LocalConfig, folder: string): Promise<Snapshots> | Snapshots {
  const urls = new Map(
    serviceNames.map((name) => [name, databaseOf({ config, data: { path: config.DATA_DIR } }, name)]),
  )
  if (config.DATABASE_URL) return pinServer(urls)
  return pinEmbedded(new Map([...urls].map(([name, url]) => [name, url.slice(EMBEDDED.length)])), folder)
}

type Maps = Record<string, Buffer>

/** An embedded database, or those of its pages that changed since `before`. */
async function* embeddedEntry(
  { service, path, read, tables }: Snapshot,
  before: Maps | undefined,
  { databases }: Contents,
  maps: Maps,
): AsyncGenerator<Entry> {
  let mapped: Mapped = { map: Buffer.alloc(0), bytes: 0 }
  const done = (made: Mapped) => {
    mapped = made
  }
  const entry = before ? `${path}${PAGES}` : path
  yield { path: entry, content: changedPages(read(), before && (before[path] ?? Buffer.alloc(0)), done) }
  const more = before ? ({ kind: 'pages', becomes: stateOf(mapped) } as const) : ({ kind: 'sqlite' } as const)
  databases.push({ service, path: entry, tables: tables(), ...more })
  maps[path] = mapped.map
}

/** Databases first: what a key opened or a log noted before is in them. */
async function* entriesOf(
  { list }: Snapshots,
  folder: string,
  contents: Contents,
  { before, maps }: { before: Maps | undefined; maps: Maps },
): AsyncGenerator<Entry> {
  for (const snapshot of list) {
    const { service, kind, path, read, tables } = snapshot
    if (kind === 'sqlite') {
      yield* embeddedEntry(snapshot, before, contents, maps)
      continue
    }
    yield { path, content: read() }
    contents.databases.push({ service, kind, path, tables: tables() })
  }
  for (const entry of fileEntries(folder)) {
    yield entry
    contents.files.push(entry.path)
  }
}

export interface MadeBackup {
  file: string
  bytes: number
  /** What was acknowledged before this moment is in it. */
  at: string
  /** What the next increment follows. */
  followed: Omit<Followed, 'address'>
}

interface Target {
  /** An existing folder. */
  folder: string
  key: BackupKey
  /** Makes an increment: what changed since this backup. */
  after?: Followed | undefined
}

/**
 * Backs up the suite with this configuration, while it runs or not, to one new file in the folder of `target`. It has its name only once it
 * is whole and on the disk; what was begun is removed when that fails.
 */
export async function makeBackup(config: LocalConfig, { folder, key, after }: Target): Promise<MadeBackup> {
  const installation = ensureInstallation(config.DATA_DIR)
  const copies = mkdtempSync(join(config.DATA_DIR, COPIES))
  const at = new Date().toISOString()
  const file = join(folder, `mms-${at.replaceAll(':', '-')}.${after ? 'increment' : 'backup'}`)
  const begun = `${file}${UNFINISHED}`
  let snapshots: Snapshots | undefined
  try {
    snapshots = await pinAll(config, copies)
    if (snapshots.list.length === 0) {
      throw new StartupError(`There is no database of a suite with the data directory ${config.DATA_DIR}.`)
    }
    const about = { installation, release: packageJson.version, at, key: key.id }
    const header = newHeader(after ? { ...about, after: after.next } : about)
    const sealing = { key: keyOfBackup(key, saltOf(header)), header: encodeHeader(header) }
    const contents: Contents = { databases: [], files: [], log: snapshots.log }
    const maps: Maps = {}
    const entries = entriesOf(snapshots, config.DATA_DIR, contents, { before: after?.maps, maps })
    await pipeline(
      Readable.from(packEntries(entries, () => contents)),
      createZstdCompress(),
      (source: AsyncIterable<Buffer>) => seal(source, sealing),
      createWriteStream(begun, { mode: 0o600, flags: 'wx', flush: true }),
    )
    renameSync(begun, file)
    syncFolder(folder)
    const link = digestOf(sealing.header)
    const next = { link, whole: after?.next.whole ?? link }
    return { file, bytes: statSync(file).size, at, followed: { at, key: key.id, next, maps } }
  } catch (error) {
    rmSync(begun, { force: true })
    throw error
  } finally {
    await snapshots?.release()
    rmSync(copies, { recursive: true, force: true })
  }
}

import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { StartupError, whyUnread } from '@mms/service-kit/config'
import { createByteReader } from './byte-reader.ts'
import { type Contents, type DatabaseContent, unpackEntries } from './entries.ts'
import { type Header, readHeader, saltOf } from './header.ts'
import { type BackupKey, keyOfBackup } from './key.ts'
import { countLines } from './mysql-rows.ts'
import { applyPages, assertState, PAGES } from './pages.ts'
import { unseal } from './seal.ts'
import { countRows, openImmutable } from './sqlite-snapshot.ts'

export interface Unpacked {
  header: Header
  contents: Contents
}

async function openSink(folder: string, path: string) {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'wx', 0o600)
  return {
    write: (piece: Buffer) => handle.writeFile(piece),
    async close() {
      await handle.sync()
      await handle.close()
    },
  }
}

function checkEmbedded(file: string): Record<string, number> {
  const db = openImmutable(file)
  try {
    const [first] = db.prepare('pragma integrity_check(1)').all()
    if (first?.integrity_check !== 'ok') {
      throw new StartupError(`The database ${file} of the backup is damaged: ${first?.integrity_check}.`)
    }
    return countRows(db)
  } finally {
    db.close()
  }
}

async function checkDatabase(
  folder: string,
  { kind, path, tables, becomes }: DatabaseContent,
): Promise<void> {
  const file = join(folder, path)
  if (becomes) await assertState(createReadStream(file), becomes, path)
  const found = kind === 'sqlite' ? checkEmbedded(file) : await countLines(createReadStream(file), path)
  const wrong = Object.keys({ ...tables, ...found }).find((table) => tables[table] !== found[table])
  if (wrong === undefined) return
  throw new StartupError(
    `The backup is not whole: ${path} has ${found[wrong] ?? 'no'} rows of ${wrong}, and had ${tables[wrong] ?? 'none'}.`,
  )
}

/** Decrypts one backup into an empty folder. */
async function unpackOne(
  file: string,
  key: BackupKey,
  folder: string,
  accept: (header: Header) => void,
): Promise<Unpacked> {
  const stream = createReadStream(file)
  const name = `The backup ${file}`
  stream.on('error', () => {})
  try {
    const reader = createByteReader(stream as AsyncIterable<Buffer>)
    const { header, encoded } = await readHeader(reader, name)
    if (header.key !== key.id)
      throw new StartupError(`${name} was made with another key than this one: name that one with --key.`)
    accept(header)
    let contents: Contents | undefined
    const sealing = { key: keyOfBackup(key, saltOf(header)), header: encoded }
    await pipeline(
      () => unseal(reader, sealing, name),
      createZstdDecompress(),
      async (source: AsyncIterable<Buffer>) => {
        contents = await unpackEntries(source, (path) => openSink(folder, path))
      },
    )
    if (!contents) throw new StartupError(`${name} is empty.`)
    return { header, contents }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES') {
      throw new StartupError(`${name} ${whyUnread(cause)}.`, { cause })
    }
    throw cause
  } finally {
    stream.destroy()
  }
}

/** Brings the databases and files in a folder up to an increment; what it names is of embedded databases then. */
async function addIncrement(folder: string, staged: string, { databases, files }: Contents) {
  const added: DatabaseContent[] = []
  for (const database of databases) {
    const { path, becomes } = database
    if (!becomes) throw new StartupError(`The increment does not say what ${path} becomes.`)
    const own = path.slice(0, -PAGES.length)
    await applyPages(join(folder, own), createReadStream(join(staged, path)), becomes.bytes)
    added.push({ ...database, kind: 'sqlite', path: own })
  }
  for (const path of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    await rename(join(staged, path), join(folder, path))
  }
  return added
}

/** A backup that can be read: it calls `work` with a file of its own. */
export type Open = <T>(work: (file: string) => Promise<T>) => Promise<T>

/**
 * Decrypts a whole backup and the increments that follow it into an empty folder, and checks all of it: every byte, every database, the
 * number of rows of every table. `accept` sees first whose each is, and throws when it is the wrong one. Throws a `StartupError` of one sentence.
 */
export async function unpackBackup(
  [whole, ...increments]: readonly Open[],
  key: BackupKey,
  folder: string,
  accept: (header: Header) => void = () => {},
): Promise<Unpacked> {
  if (!whole) throw new TypeError('There is no backup to unpack')
  let { header, contents } = await whole((file) => unpackOne(file, key, folder, accept))
  for (const open of increments) {
    const staged = await mkdtemp(join(folder, 'increment-'))
    const unpacked = await open((file) => unpackOne(file, key, staged, accept))
    const databases = await addIncrement(folder, staged, unpacked.contents)
    await rm(staged, { recursive: true })
    ;({ header } = unpacked)
    contents = { ...unpacked.contents, databases }
  }
  for (const database of contents.databases) await checkDatabase(folder, database)
  return { header, contents }
}

import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { StartupError } from '@mms/service-kit/config'
import { createByteReader } from './byte-reader.ts'
import { type Contents, type DatabaseContent, unpackEntries } from './entries.ts'
import { type Header, readHeader, saltOf } from './header.ts'
import { type BackupKey, keyOfBackup } from './key.ts'
import { countLines } from './mysql-rows.ts'
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

async function checkDatabase(folder: string, { kind, path, tables }: DatabaseContent): Promise<void> {
  const file = join(folder, path)
  const found = kind === 'sqlite' ? checkEmbedded(file) : await countLines(createReadStream(file), path)
  const wrong = Object.keys({ ...tables, ...found }).find((table) => tables[table] !== found[table])
  if (wrong === undefined) return
  throw new StartupError(
    `The backup is not whole: ${path} has ${found[wrong] ?? 'no'} rows of ${wrong}, and had ${tables[wrong] ?? 'none'}.`,
  )
}

/**
 * Decrypts a backup into an empty folder, and checks all of it: every byte, every database, the number of rows of every table. `accept` sees
 * first whose it is, and throws when it is the wrong one. Throws a `StartupError` of one sentence.
 */
export async function unpackBackup(
  file: string,
  key: BackupKey,
  folder: string,
  accept: (header: Header) => void = () => {},
): Promise<Unpacked> {
  const stream = createReadStream(file)
  const name = `The backup ${file}`
  stream.on('error', () => {})
  try {
    const reader = createByteReader(stream as AsyncIterable<Buffer>)
    const { header, encoded } = await readHeader(reader, name)
    if (header.key !== key.id) throw new StartupError(`${name} was made with another key than this one.`)
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
    for (const database of contents.databases) await checkDatabase(folder, database)
    return { header, contents }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES') {
      throw new StartupError(`${name} cannot be read (${code}).`, { cause })
    }
    throw cause
  } finally {
    stream.destroy()
  }
}

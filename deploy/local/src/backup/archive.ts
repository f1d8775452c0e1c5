import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { StartupError } from '@mms/service-kit/config'
import { Decrypter, Encrypter, generateHybridIdentity, identityToRecipient } from 'age-encryption'
import { create, Unpack } from 'tar'
import { z } from 'zod'
import { checkDatabase } from './databases.ts'

type Bytes = AsyncIterable<Uint8Array>

const MANIFEST = 'manifest.json'

const manifestSchema = z.object({
  installation: z.string(),
  release: z.string(),
  at: z.iso.datetime(),
  databases: z.array(z.string()),
})
export type Manifest = z.output<typeof manifestSchema>

export async function readKey({ BACKUP_KEY = '' }: { BACKUP_KEY?: string | undefined }): Promise<string> {
  const key = BACKUP_KEY.trim()
  try {
    await identityToRecipient(key)
    return key
  } catch (cause) {
    throw new StartupError(
      'Backups are encrypted: set BACKUP_KEY_FILE to the key file. npm run backup -- --new-key FILE creates one.',
      { cause },
    )
  }
}

/** Writes a new key file. Never overwrites an existing one. */
export async function createKeyFile(file: string): Promise<void> {
  const key = await generateHybridIdentity()
  try {
    writeFileSync(file, `${key}\n`, { flag: 'wx', mode: 0o600, flush: true })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new StartupError(
      `Cannot create the key file ${file} (${code}). Choose a new file in a writable folder; a key is never overwritten.`,
      { cause },
    )
  }
}

/** The library expects web streams. */
const toStream = (source: Bytes) => ReadableStream.from(source) as globalThis.ReadableStream<Uint8Array>

export async function packFolder(folder: string, file: string, key: string, manifest: Manifest) {
  const names = readdirSync(folder)
  writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest), { mode: 0o600 })
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(key))
  await pipeline(
    async function* () {
      yield* create({ cwd: folder, portable: true, strict: true }, [MANIFEST, ...names]) as Bytes
    },
    createZstdCompress(),
    async function* (source: Bytes) {
      yield* (await encrypter.encrypt(toStream(source))) as unknown as Bytes
    },
    createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }),
  )
}

/** Decrypts piece by piece. Each piece is authenticated, and so is the end. */
async function* decrypt(source: Bytes, key: string, name: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  const opened = await decrypter.decrypt(toStream(source)).catch((cause: Error) => {
    const why = cause.message.startsWith('no identity matched')
      ? 'was made with another key: name that one with BACKUP_KEY_FILE'
      : 'is no backup of this suite, or is damaged in its first bytes'
    throw new StartupError(`${name} ${why}.`, { cause })
  })
  try {
    yield* opened as unknown as Bytes
  } catch (cause) {
    throw new StartupError(`${name} is damaged: it was cut or changed. Take another backup.`, { cause })
  }
}

/** Unpacks a backup and verifies every byte and database. Returns manifest and rows. Throws a `StartupError` for damage. */
export async function unpackBackup(folder: string, file: string, key: string) {
  mkdirSync(folder, { mode: 0o700 })
  await pipeline(
    createReadStream(file),
    (source: Bytes) => decrypt(source, key, `The backup ${file}`),
    createZstdDecompress(),
    new Unpack({ cwd: folder, strict: true, preserveOwner: false }) as unknown as NodeJS.WritableStream,
  )
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')))
  const rows = manifest.databases.map((service) => checkDatabase(join(folder, `${service}.sqlite`)))
  const names = readdirSync(folder).filter((each) => each !== MANIFEST)
  return { manifest, names, rows: rows.reduce((sum, each) => sum + each, 0) }
}

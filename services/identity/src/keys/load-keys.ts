import { generateKeyPair, randomUUID } from 'node:crypto'
import { link, open, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '@mms/service-kit'
import type { z } from 'zod'
import type { settings } from '../config.ts'
import { createKeySet, type KeySet } from './key-set.ts'

type KeySource = Pick<
  z.output<typeof settings>,
  'SIGNING_KEY' | 'SIGNING_KEY_FILE' | 'SIGNING_KEY_CREATE' | 'PUBLISHED_KEYS_FILE'
>

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

async function readKey(name: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new StartupError(`${name} cannot be read: ${file} (${codeOf(cause)}).`, { cause })
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync()
  await folder.close()
}

/**
 * Written whole and then linked: of two processes that start at once, both use the key of one. On the disk before it signs or
 * seals anything: a power cut would leave an empty file, or none.
 */
async function createOnce(file: string): Promise<void> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3_072 })
  const unfinished = `${file}.${randomUUID()}`
  try {
    await writeFile(unfinished, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
      mode: 0o600,
      flush: true,
    })
    await link(unfinished, file)
    await syncFolder(dirname(file))
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return
    throw new StartupError(`SIGNING_KEY_FILE cannot be written: ${file} (${codeOf(cause)}).`, { cause })
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function exists(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    (error) => codeOf(error) !== 'ENOENT',
  )
}

async function signingPem({ SIGNING_KEY, SIGNING_KEY_FILE, SIGNING_KEY_CREATE }: KeySource): Promise<string> {
  // A PEM in an environment variable often carries its line ends as the two characters \n.
  if (SIGNING_KEY !== undefined) return SIGNING_KEY.replaceAll('\\n', '\n')
  const file = SIGNING_KEY_FILE as string
  if (SIGNING_KEY_CREATE && !(await exists(file))) await createOnce(file)
  return readKey('SIGNING_KEY_FILE', file)
}

/** The keys that the configuration names; throws a `StartupError` of one sentence when it cannot. */
export async function loadKeys(source: KeySource): Promise<KeySet> {
  const { PUBLISHED_KEYS_FILE: published } = source
  const others = published === undefined ? '' : await readKey('PUBLISHED_KEYS_FILE', published)
  return createKeySet(await signingPem(source), others)
}

import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { StartupError, whyUnread } from '@mms/service-kit/config'

const LABEL = 'mms-backup-key-1'
const KEY_BYTES = 32

export interface BackupKey {
  secret: Buffer
  /** Says which key it is, and nothing of it. */
  id: string
}

const derive = (secret: Buffer, salt: Buffer, purpose: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, `mms-backup ${purpose}`, bytes))

/** The key of one backup, made from that of its owner: two backups share none. */
export const keyOfBackup = ({ secret }: BackupKey, salt: Buffer): Buffer =>
  derive(secret, salt, 'content', KEY_BYTES)

function toKey(secret: Buffer): BackupKey {
  return { secret, id: derive(secret, Buffer.alloc(0), 'id', 8).toString('hex') }
}

/** The key that a file of `npm run backup -- --new-key` holds; `place` names it in what is thrown. */
export function parseKey(text: string, place: string): BackupKey {
  const [label, encoded = '', ...others] = text.trim().split(/\s+/)
  const secret = Buffer.from(encoded, 'base64')
  if (label === LABEL && secret.length === KEY_BYTES && others.length === 0) return toKey(secret)
  throw new StartupError(
    `${place} is no key of a backup: name one that npm run backup -- --new-key FILE has made.`,
  )
}

export function readKey(file: string): BackupKey {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new StartupError(`The key file ${file} ${whyUnread(cause)}.`, { cause })
  }
  return parseKey(text, `The file ${file}`)
}

/** Makes a key in a new file; one that is there is never overwritten. */
export function createKeyFile(file: string): void {
  let descriptor: number
  try {
    descriptor = openSync(file, 'wx', 0o600)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const why =
      code === 'EEXIST'
        ? 'is there already, and a key is never overwritten: backups made with it could not be opened again'
        : `cannot be made (${code}): name one in a folder that is there and can be written`
    throw new StartupError(`The key file ${file} ${why}.`, { cause })
  }
  writeSync(descriptor, `${LABEL} ${randomBytes(KEY_BYTES).toString('base64')}\n`)
  fsyncSync(descriptor)
  closeSync(descriptor)
}

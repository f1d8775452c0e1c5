import {
  createPublicKey,
  generateKeyPair,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { syncToDisk } from './data-folder.ts'

const pem = ({ privateKey }: { privateKey: KeyObject }) =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Creates a missing key file. A power cut leaves either a complete file or none. */
function readOrMake(file: string, make: () => string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const key = make()
  writeFileSync(`${file}.new`, key, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  syncToDisk(dirname(file))
  return key
}

export const SEALING_KEY = 'identity-sealing-key'

export function ensureSealingKey(folder: string): string {
  const file = join(folder, SEALING_KEY)
  readOrMake(file, () => randomBytes(32).toString('base64'))
  return file
}

type Follows = Readonly<Record<string, readonly string[]>>

/** Creates each service's key, and the list of callers (public keys and whom each follows). Returns settings by service. */
export function ensureServiceKeys(
  folder: string,
  services: Follows,
): (name: string) => Record<string, string> {
  const names = Object.keys(services)
  const keys = join(folder, 'service-keys')
  const fileOf = (name: string) => join(keys, `${name}.pem`)
  const callersFile = join(folder, 'service-callers.json')
  mkdirSync(keys, { recursive: true, mode: 0o700 })
  const publicHalf = (name: string) =>
    createPublicKey(
      readOrMake(fileOf(name), () => pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }))),
    ).export({ type: 'spki', format: 'pem' })
  const callers = Object.fromEntries(
    names.map((name) => [name, { key: publicHalf(name), follows: services[name] }]),
  )
  writeFileSync(callersFile, JSON.stringify(callers), { mode: 0o600 })
  return (name) => ({ SERVICE_KEY_FILE: fileOf(name), SERVICE_CALLERS_FILE: callersFile })
}

async function makeKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 3_072,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return privateKey
}

let key: Promise<string> | undefined

/** Signs access tokens until the suite stops. Kept in memory, so it cannot leak; browsers renew tokens after a start. */
export const generateSigningKeyOnce = (): Promise<string> => {
  key ??= makeKey()
  return key
}

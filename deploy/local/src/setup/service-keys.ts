import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A private key (PEM, P-256) in a file that is made when it is missing, whole or not at all, after a power cut too. */
function readOrMake(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(`${file}.new`, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
    flush: true,
  })
  renameSync(`${file}.new`, file)
  return readFileSync(file, 'utf8')
}

/** Service → those whose feeds it may read. */
type Follows = Readonly<Record<string, readonly string[]>>

/**
 * A key for each service, with which it signs its calls to others, and the list of callers: public halves, and whom each
 * follows. Returns the settings of a service by its name: the files of its own key and of the list.
 */
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
    createPublicKey(readOrMake(fileOf(name))).export({ type: 'spki', format: 'pem' })
  const callers = Object.fromEntries(
    names.map((name) => [name, { key: publicHalf(name), follows: services[name] }]),
  )
  writeFileSync(callersFile, JSON.stringify(callers), { mode: 0o600 })
  return (name) => ({ SERVICE_KEY_FILE: fileOf(name), SERVICE_CALLERS_FILE: callersFile })
}

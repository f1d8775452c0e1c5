// `node keys.js FOLDER SERVICES` creates missing keys and the first password of a suite under Docker Compose.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder, list] = process.argv.slice(2)
const callersFile = join(folder, 'service-callers.json')
const write = (name, key) =>
  writeFileSync(join(folder, name), key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o444 })
const known = existsSync(callersFile) ? JSON.parse(readFileSync(callersFile, 'utf8')) : undefined

if (!known) {
  writeFileSync(join(folder, 'sealing.key'), randomBytes(32).toString('base64'), { mode: 0o444 })
  write('signing.pem', generateKeyPairSync('rsa', { modulusLength: 3_072 }).privateKey)
  const password = randomBytes(12).toString('base64url')
  writeFileSync(join(folder, 'admin-password'), password, { mode: 0o444 })
  console.log(`The first administrator is admin@example.com, the password ${password}`)
}
const callers = Object.entries(JSON.parse(readFileSync(list, 'utf8'))).map(([name, { follows = [] }]) => {
  if (known?.[name]) return [name, { ...known[name], follows }]
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  write(`${name}.pem`, privateKey)
  return [name, { key: publicKey.export({ type: 'spki', format: 'pem' }), follows }]
})
// Written last, because its presence means that all keys exist.
writeFileSync(`${callersFile}.new`, JSON.stringify(Object.fromEntries(callers)), { mode: 0o444 })
renameSync(`${callersFile}.new`, callersFile)

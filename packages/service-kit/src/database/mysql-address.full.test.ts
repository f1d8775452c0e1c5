import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { StartupError } from '../config/config.ts'
import { type MariaDb, startMariaDb } from '../test-support/mariadb.ts'
import { migrate } from './migrate.ts'
import { mysqlServer } from './mysql-address.ts'
import { openDatabase } from './open.ts'

/** Certificates for `localhost` and for another host, good for a century, their authority, and a strange one. */
const tls = (file: string) => join(import.meta.dirname, '../test-support/tls', file)
const log = pino({ level: 'silent' })

const startWithTls = (name: string) =>
  startMariaDb({ options: [`--ssl-cert=${tls(`${name}.pem`)}`, `--ssl-key=${tls(`${name}-key.pem`)}`] })

let server: MariaDb
let misplaced: MariaDb
beforeAll(async () => {
  ;[server, misplaced] = await Promise.all([startWithTls('localhost'), startWithTls('db')])
})
afterAll(() => Promise.all([server.stop(), misplaced.stop()]))

const addressOf = (host: string, parameters: string, { url } = server) =>
  `${url.replace('127.0.0.1', host)}mysql?${parameters}`

async function cipherOf(url: string): Promise<string> {
  const db = openDatabase(url)
  try {
    const [rows] = await db.raw("show session status like 'Ssl_cipher'")
    return rows[0].Value
  } finally {
    await db.destroy()
  }
}

async function refusalOf(url: string): Promise<string> {
  const db = openDatabase(url)
  const error = await migrate(db, [], { log }).catch((reason: unknown) => reason)
  await db.destroy()
  expect(error).toBeInstanceOf(StartupError)
  return (error as Error).message
}

test.each([
  ['127.0.0.1', 'ssl-mode=REQUIRED'],
  ['127.0.0.1', `ssl-mode=VERIFY_CA&ssl-ca=${tls('ca.pem')}`],
  ['localhost', `ssl-mode=VERIFY_IDENTITY&ssl-ca=${tls('ca.pem')}`],
])('talks encrypted to %s with %s', async (host, parameters) => {
  expect(await cipherOf(addressOf(host, parameters))).toMatch(/^TLS_|-/)
})

test.each(['', 'ssl-mode=DISABLED'])('talks in plain text with %j', async (parameters) => {
  expect(await cipherOf(addressOf('127.0.0.1', parameters))).toBe('')
})

test('refuses a server whose certificate is of a stranger or of another host', async () => {
  const stranger = addressOf('localhost', `ssl-mode=VERIFY_CA&ssl-ca=${tls('other-ca.pem')}`)
  expect(await refusalOf(stranger)).toContain('its certificate is not trusted')
  const identity = `ssl-mode=VERIFY_IDENTITY&ssl-ca=${tls('ca.pem')}`
  expect(await refusalOf(addressOf('localhost', identity, misplaced))).toContain('its certificate is')
  const authority = `ssl-mode=VERIFY_CA&ssl-ca=${tls('ca.pem')}`
  expect(await cipherOf(addressOf('localhost', authority, misplaced))).not.toBe('')
})

test('says that the certificate of the server has expired', async () => {
  const expired = await startWithTls('expired')
  onTestFinished(expired.stop)
  const address = addressOf('localhost', `ssl-mode=VERIFY_CA&ssl-ca=${tls('expired.pem')}`, expired)
  expect(await refusalOf(address)).toContain('its certificate has expired')
})

test('does not fall back to plain text when the server offers no TLS', async () => {
  expect(await refusalOf(`${inject('mariaDbUrl')}mysql?ssl-mode=REQUIRED`)).toContain('offers no TLS')
})

test.each([
  ['sslmode=VERIFY_CA', 'unknown parameter sslmode'],
  ['ssl=true', 'unknown parameter ssl'],
  ['charset=utf8', 'unknown parameter charset'],
  ['ssl-mode=on', 'must be one of DISABLED, REQUIRED, VERIFY_CA, VERIFY_IDENTITY'],
  ['ssl-mode=verify_ca', 'must be one of'],
  ['ssl-mode=VERIFY_CA', 'need each other'],
  ['ssl-ca=/x.pem', 'need each other'],
  ['ssl-mode=VERIFY_CA&ssl-ca=/absent/ca.pem', '/absent/ca.pem that ssl-ca of DATABASE_URL names cannot be'],
])('refuses to start with ?%s', (parameters, sentence) => {
  const url = `mysql://shop:secret@db:3306/inventory?${parameters}`
  expect(() => openDatabase(url)).toThrow(StartupError)
  expect(() => openDatabase(url)).toThrow(sentence)
})

// The driver would compare the certificate with "localhost".
test.each(['127.0.0.1', '[::1]'])('refuses VERIFY_IDENTITY for the address %s, which is no name', (host) => {
  const url = `mysql://shop:secret@${host}:3306/x?ssl-mode=VERIFY_IDENTITY&ssl-ca=${tls('ca.pem')}`
  expect(() => openDatabase(url)).toThrow('needs the name of a host')
})

test('reads an IPv6 address without its brackets, and names and passwords that needed encoding', () => {
  const server = { host: '::1', port: 3306, user: 'a@b', password: 'p/w' }
  expect(mysqlServer(new URL('mysql://a%40b:p%2Fw@[::1]/x'))).toEqual(server)
})

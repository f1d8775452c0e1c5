import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadServiceKeys } from './service-keys.ts'
import { signServiceToken } from './service-token.ts'

const folder = mkdtempSync(join(tmpdir(), 'mms-service-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const pem = { type: 'pkcs8', format: 'pem' } as const
const SERVICE_KEY_FILE = write('sales.pem', privateKey.export(pem).toString())
const key = publicKey.export({ type: 'spki', format: 'pem' })
const SERVICE_CALLERS_FILE = write('callers.json', JSON.stringify({ sales: { key, follows: ['inventory'] } }))

test('signs with its own key what another that knows the public half takes, and knows whom a caller follows', async () => {
  const { key: own, verify } = loadServiceKeys({ SERVICE_KEY_FILE, SERVICE_CALLERS_FILE })
  const caller = { id: 'service:sales', follows: ['inventory'] }
  expect(await verify(signServiceToken('sales', own))).toMatchObject(caller)
})

test('takes calls by the old and the new key while one replaces the other, and by no third', async () => {
  const keys = [0, 1, 2].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }))
  const [old = '', next = ''] = keys.map((each) => each.publicKey.export({ type: 'spki', format: 'pem' }))
  const callers = write('two.json', JSON.stringify({ sales: { key: `${old}${next}`, follows: [] } }))
  const { verify } = loadServiceKeys({ SERVICE_KEY_FILE, SERVICE_CALLERS_FILE: callers })
  const calls = keys.map(async ({ privateKey: key }) => (await verify(signServiceToken('sales', key))).id)
  expect(await Promise.allSettled(calls)).toMatchObject([
    { value: 'service:sales' },
    { value: 'service:sales' },
    { status: 'rejected' },
  ])
})

const otherKey = write('rsa.pem', rsa.privateKey.export(pem).toString())
const noList = write('x', '{"sales": "secret"}')
test.each([
  ['nothing', {}, 'must be given'],
  ['only its own key', { SERVICE_KEY_FILE, SERVICE_CALLERS_FILE: undefined }, 'must be given'],
  ['a file that is not there', { SERVICE_KEY_FILE: '/absent.pem' }, 'of SERVICE_KEY_FILE does not exist'],
  ['a key of another kind', { SERVICE_KEY_FILE: otherKey }, 'cannot be used'],
  ['a list that is none', { SERVICE_KEY_FILE, SERVICE_CALLERS_FILE: noList }, 'cannot be used'],
])('refuses to start with %s, and never shows what is in a file', (_, given, sentence) => {
  const settings = { SERVICE_CALLERS_FILE, ...given }
  expect(() => loadServiceKeys(settings)).toThrow(sentence)
  expect(() => loadServiceKeys(settings)).not.toThrow('secret"')
})

import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp, type TestClient } from '../test-support/app.ts'
import { remoteKeys } from './keys.ts'

const key = (kid: string) => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...publicKey.export({ format: 'jwk' }), kid }
}
const [one, two] = [key('one'), key('two')]

let server: TestClient
let reads: number
let time: number
let answer: { status: number; body: string }
const publish = (...keys: object[]) => {
  answer = { status: 200, body: JSON.stringify({ keys }) }
}
const find = () => remoteKeys(server.url, () => time)
beforeEach(async () => {
  reads = 0
  time = 0
  publish(one)
  server = await startApp({
    callback: () => (_, res) => {
      reads += 1
      res.writeHead(answer.status).end(answer.body)
    },
  })
})
afterEach(() => server.close())

test('reads the keys once, for all that ask at the same time and later', async () => {
  const findKey = find()
  const found = await Promise.all([findKey('one'), findKey('one'), findKey('one')])
  time += 60_000
  found.push(await findKey('one'))
  for (const each of found) expect(each?.export({ format: 'jwk' })).toMatchObject({ n: one.n })
  expect(reads).toBe(1)
})

test('finds a key published later, when its first token arrives', async () => {
  const findKey = find()
  await findKey('one')
  publish(one, two)
  time += 5_001
  expect(await findKey('two')).toBeDefined()
  expect(reads).toBe(2)
})

test('does not read again for each forged kid', async () => {
  const findKey = find()
  for (let n = 0; n < 50; n += 1) expect(await findKey(`forged-${n}`)).toBeUndefined()
  expect(reads).toBe(1)
  time += 5_001
  await Promise.all([findKey('forged'), findKey('forged too')])
  expect(reads).toBe(2)
})

test.each([
  ['is an error', 500, '{}'],
  ['is no JSON', 200, '<html>'],
  ['is no key set', 200, '{"keys":[{"kid":"one"}]}'],
])('answers 503 while what it reads %s, and asks at most twice a second', async (_, status, body) => {
  answer = { status, body }
  const findKey = find()
  const unavailable = { status: 503, code: 'auth.keys_unavailable' }
  for (let n = 0; n < 20; n += 1) await expect(findKey('one')).rejects.toMatchObject(unavailable)
  expect(reads).toBe(1)
  publish(one)
  time += 501
  expect(await findKey('one')).toBeDefined()
})

test('goes on with the keys it has while they cannot be read', async () => {
  const findKey = find()
  await findKey('one')
  answer = { status: 503, body: '' }
  time += 3_600_000
  expect(await findKey('one')).toBeDefined()
  await expect.poll(() => reads).toBe(2)
  expect(await findKey('one')).toBeDefined()
})

test('drops a key that was withdrawn, some minutes later', async () => {
  const findKey = find()
  await findKey('one')
  publish(two)
  time += 600_001
  await findKey('one')
  await expect.poll(() => findKey('one')).toBeUndefined()
})

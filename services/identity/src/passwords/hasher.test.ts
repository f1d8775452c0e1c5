import { expect, test } from 'vitest'
import { createConcurrencyGate, createHasher } from './hasher.ts'

const hasher = await createHasher({ concurrency: 1 })

test('hashes with Argon2id, 19 MiB and two passes, and never twice alike', async () => {
  const [one, two] = [await hasher.hash('correct horse'), await hasher.hash('correct horse')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
})

test.each([
  ['another letter', 'correct horse', 'correct horsE', false],
  ['the last of 200 characters', `${'€'.repeat(199)}a`, `${'€'.repeat(199)}b`, false],
  ['another keyboard', 'cafe\u0301 au lait', 'caf\u00e9 au lait', true],
])('tells passwords apart by %s', async (_, password, typed, matches) => {
  const hash = await hasher.hash(password)
  expect([await hasher.verify(hash, password), await hasher.verify(hash, typed)]).toEqual([true, matches])
})

test('finds no password right without a hash', async () => {
  expect(await hasher.verify(undefined, 'the password of no account')).toBe(false)
})

test('runs no more at once than it is told', async () => {
  const gate = createConcurrencyGate(2)
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
  }
  await Promise.all(Array.from({ length: 20 }, () => gate.run(work)))
  expect(most).toBe(2)
})

test('refuses at once when too many wait, but not who is urgent, who goes first', async () => {
  const gate = createConcurrencyGate(1)
  const first = Promise.withResolvers<void>()
  const order: string[] = []
  const running = [gate.run(() => first.promise)]
  for (let n = 0; n < 64; n += 1) running.push(gate.run(async () => void order.push('flood')))
  await expect(gate.run(async () => {})).rejects.toMatchObject({ status: 429, code: 'auth.busy' })
  running.push(gate.run(async () => void order.push('owner'), true))
  first.resolve()
  await Promise.all(running)
  expect(order.slice(0, 2)).toEqual(['owner', 'flood'])
  expect(order).toHaveLength(65)
  // It goes on after work that failed.
  await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await gate.run(async () => 'done')).toBe('done')
})

import { migrateForTest, type OpenTestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrations } from '../migrations/list.ts'
import { createHasher } from '../passwords/hasher.ts'
import { ensureFirstAdmin, type FirstAdminOptions } from './first-admin.ts'
import { createUserStore } from './store.ts'

const REPLICAS = 8
const log = pino({ level: 'silent' })
const hasher = await createHasher({ concurrency: 2 })

describe.each(testDatabases())('the first administrator on $name', ({ open }) => {
  let database: OpenTestDatabase
  beforeEach(async () => {
    database = await open()
    await migrateForTest(database, migrations, { log })
  })
  afterEach(() => database.close())

  /** Returns the messages to the supervisor. */
  const ensure = async (given: Partial<FirstAdminOptions> = {}) => {
    const sent: Record<string, unknown>[] = []
    await ensureFirstAdmin({
      db: database.db,
      hasher,
      isEasyToGuess: (password) => password.startsWith('password'),
      email: undefined,
      password: undefined,
      send: (message) => void sent.push(message),
      ...given,
    })
    return sent
  }
  const users = () => createUserStore(database.db).list()

  test('gets a readable password of its own', async () => {
    const [made] = await ensure()
    const password = expect.stringMatching(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/)
    expect(made).toEqual({ type: 'first-admin', email: 'admin@example.com', password })
    const [admin] = await users()
    const expected = { email: 'admin@example.com', role: 'admin', disabled: false, mustChangePassword: true }
    expect(admin).toMatchObject(expected)
    expect(await hasher.verify(admin?.passwordHash, made?.password as string)).toBe(true)
  })

  test('takes the email and password it is given, and does not repeat the password', async () => {
    expect(await ensure({ email: 'asha@example.com', password: 'correct horse' })).toEqual([
      { type: 'first-admin', email: 'asha@example.com' },
    ])
    const [admin] = await users()
    expect(admin?.mustChangePassword).toBe(false)
    expect(await hasher.verify(admin?.passwordHash, 'correct horse')).toBe(true)
  })

  test('is made once, also when replicas start at the same moment', async () => {
    const passwordHash = await hasher.hash('correct horse')
    let arrived = 0
    const all = Promise.withResolvers<void>()
    /** Waits until all replicas have seen an empty table; only then one may write. */
    const hash = async () => {
      arrived += 1
      if (arrived === REPLICAS) all.resolve()
      await all.promise
      return passwordHash
    }
    const replica = () => ensure({ hasher: { ...hasher, hash } })
    // Opens all connections before the race. Otherwise the first one would always win.
    await Promise.all(
      Array.from({ length: REPLICAS }, () => database.db.transaction((trx) => trx.raw('select 1'))),
    )
    const made = await Promise.all(Array.from({ length: REPLICAS }, replica))
    expect(made.flat()).toHaveLength(1)
    expect(await users()).toHaveLength(1)
    expect(await ensure({ email: 'another@example.com' })).toEqual([])
    expect(await users()).toHaveLength(1)
  })

  test('is not made with a password that is easy to guess, or that nobody would learn', async () => {
    await expect(ensure({ password: 'password-2024' })).rejects.toThrow('ADMIN_PASSWORD is too easy')
    await expect(ensure({ send: undefined })).rejects.toThrow('Set ADMIN_EMAIL and ADMIN_PASSWORD')
    expect(await users()).toEqual([])
    await ensure({ send: undefined, password: 'correct horse' })
    expect(await users()).toMatchObject([{ email: 'admin@example.com' }])
  })
})

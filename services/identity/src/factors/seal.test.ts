import { generateKeyPairSync } from 'node:crypto'
import { testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secondStepsOf } from '../../test/second-step.ts'
import { startIdentity, type TestIdentity } from '../../test/support.ts'
import { createKeySet } from '../keys/key-set.ts'
import { createSeal, sealAgain } from './seal.ts'

const newPem = () =>
  generateKeyPairSync('rsa', { modulusLength: 2_048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()

describe.each(testDatabases())('what is sealed on $name', (database) => {
  let identity: TestIdentity
  beforeAll(async () => {
    identity = await startIdentity(database)
  })
  afterAll(() => identity.close())

  test('opens after the signing key was replaced, where the one before it is still given', async () => {
    const { privateKey } = identity.keys
    const old = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const user = await identity.addUser()
    const { secret } = await secondStepsOf(identity).addApp(user)
    const stored = async () =>
      (await identity.db('authenticator_apps').where('user_id', user.id).first('secret')).secret
    const next = newPem()
    const [alone, withOld] = [createSeal(createKeySet(next)), createSeal(createKeySet(next, old))]
    await sealAgain(identity.db, alone)
    expect(alone.open(await stored(), user.id)).toBeUndefined()
    await sealAgain(identity.db, withOld)
    expect(alone.open(await stored(), user.id)).toBe(secret)
    expect(alone.open(await stored(), 'another user')).toBeUndefined()
  })
})

import type { Medicine } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { buildMedicine, fingerprint, openInventory } from '../../test/support.ts'

const SEED = '/api/medicines/seed-sample-data'

describe.each(testDatabases())('requests that nothing guards on $name', (database) => {
  const inventory = openForTests(() => openInventory(database))

  const head = (path: string) =>
    fetch(inventory.client.url + path, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${inventory.admin}` },
    })

  test('HEAD changes nothing, where GET does neither', async () => {
    const before = await fingerprint(inventory)
    const refused = await head(SEED)
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET'])
    expect(await fingerprint(inventory)).toEqual(before)
    expect((await head('/api/medicines')).status).toBe(200)
    expect((await inventory.get(SEED, inventory.admin)).status).toBe(200)
  })

  test('the answer says which header was missing: two without a key are two medicines', async () => {
    const post = (headers = {}) =>
      inventory.client.post<Medicine>('/api/medicines', {
        token: inventory.admin,
        body: buildMedicine(),
        headers,
      })
    const [one, two] = [await post(), await post()]
    expect(one.body._id).not.toBe(two.body._id)
    expect(two.headers.get('missing-header')).toBe('Idempotency-Key')
    const keyed = await post({ 'Idempotency-Key': 'a'.repeat(16) })
    expect(keyed.headers.get('missing-header')).toBeNull()
  })

  test('an edit without a tag says so', async () => {
    const { _id } = await inventory.create()
    const put = (headers = {}) =>
      inventory.client.put(`/api/medicines/${_id}`, {
        ...{ token: inventory.staff, body: buildMedicine(), headers },
      })
    const saved = await put()
    expect([saved.status, saved.headers.get('missing-header')]).toEqual([200, 'If-Match'])
    const again = await put({ 'If-Match': saved.headers.get('etag') ?? '' })
    expect([again.status, again.headers.get('missing-header')]).toEqual([200, null])
  })
})

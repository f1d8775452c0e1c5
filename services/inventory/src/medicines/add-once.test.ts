import type { CreateMedicine, Medicine, Problem } from '@mms/contracts'
import type { TestAnswer } from '@mms/service-kit/test-support'
import { expect, test } from 'vitest'
import { buildMedicine, describeInventory, newId } from '../../test/support.ts'
import { createKeyStore } from './key-store.ts'

describeInventory('adding a medicine under a key on $name', (inventory) => {
  const add = (
    body: Partial<CreateMedicine> | string,
    key: string,
    token = inventory.admin,
  ): Promise<TestAnswer<Medicine>> =>
    inventory.client.post('/api/medicines', { token, body, headers: { 'Idempotency-Key': key } })
  const isReplay = ({ headers }: TestAnswer<Medicine>) => headers.get('idempotent-replayed') === 'true'
  const named = async (name: string) => {
    const { db } = inventory
    return (await db('medicines').where({ name }).pluck('id')).length
  }

  test('answers a retry as the first was answered, also when the medicine was changed since', async () => {
    const [key, body] = [newId(), buildMedicine()]
    const first = await add(body, key)
    expect([first.status, isReplay(first)]).toEqual([201, false])
    const path = `/api/medicines/${first.body._id}`
    const { demandFactors: _, ...changed } = { ...body, currentStock: 7 }
    await inventory.client.put(path, { token: inventory.admin, body: changed })
    const retry = await add(JSON.stringify(Object.fromEntries(Object.entries(body).reverse())), key)
    expect([retry.status, retry.body, isReplay(retry)]).toEqual([201, first.body, true])
    for (const name of ['etag', 'location']) expect(retry.headers.get(name)).toBe(first.headers.get(name))
    expect(await named(body.name)).toBe(1)
    expect(await inventory.movements(first.body._id)).toHaveLength(2)
  })

  test('answers 422 to another body, in words that help, and adds nothing', async () => {
    const [key, body] = [newId(), buildMedicine()]
    await add(body, key)
    for (const other of [buildMedicine(), { ...body, manufacturer: '' }, { ...body, expiryDate: null }]) {
      const answer = await add(other, key)
      expect(answer).toMatchObject({ status: 422, body: { code: 'inventory.key_reused' } })
      expect((answer.body as unknown as Problem).message).toContain('already added from this form')
    }
    expect(await named(body.name)).toBe(1)
  })

  test('adds one however many come at the same moment', async () => {
    const [key, body] = [newId(), buildMedicine()]
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(body, key)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1)
    expect(new Set(answers.map(({ body: { _id } }) => _id)).size).toBe(1)
    expect(await named(body.name)).toBe(1)
  })

  test('keeps the keys of two people apart, and takes no key as before', async () => {
    const [key, body] = [newId(), buildMedicine()]
    const other = inventory.tokens.token({ role: 'admin', sub: 'another-admin' })
    await add(body, key)
    expect(isReplay(await add(body, key, other))).toBe(false)
    await inventory.create(body)
    expect(await named(body.name)).toBe(3)
  })

  test('forgets old keys only', async () => {
    const { db } = inventory
    const [old, young] = [newId(), newId()]
    const [one, two] = [buildMedicine(), buildMedicine()]
    await add(one, old)
    await add(two, young)
    await db('medicine_keys')
      .where({ idempotency_key: old })
      .update({ created_at: new Date('2026-01-01') })
    expect(await createKeyStore(db).prune(new Date('2026-02-01'))).toBe(1)
    expect(isReplay(await add(two, young))).toBe(true)
    expect(isReplay(await add(one, old))).toBe(false)
  })
})

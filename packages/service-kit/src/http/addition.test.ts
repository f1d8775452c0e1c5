import { expect, onTestFinished, test } from 'vitest'
import { testDatabases } from '../test-support/index.ts'
import { type AdditionColumns, additionColumnsOf, addOnce } from './addition.ts'

const reused = new Error('reused')
const sent = (key: string | undefined, received: unknown) =>
  additionColumnsOf(
    { headers: { 'idempotency-key': key }, received, caller: { id: 'u1' } },
    'rows.malformed_key',
  )

test.each(testDatabases())('a row is added once per form, on $name', async ({ open }) => {
  const { db, close } = await open()
  onTestFinished(close)
  await db.schema.createTable('rows', (table) => {
    table.string('name', 64).primary()
    for (const column of ['created_by', 'idempotency_key', 'fingerprint']) table.string(column, 64)
    table.unique(['created_by', 'idempotency_key'], { indexName: 'rows_by_key' })
  })
  const add = (name: string, addition: AdditionColumns) =>
    addOnce(addition, {
      add: async () => {
        await db('rows').insert({ name, ...addition })
        return { name }
      },
      findAdded: () =>
        db('rows').where({ idempotency_key: addition.idempotency_key }).first('name', 'fingerprint'),
      keyReused: () => reused,
    })
  const form = sent('form-0000000000001', { a: 1 })
  expect(await add('first', form)).toEqual({ name: 'first' })
  expect(await add('again', form)).toEqual({ name: 'first' })
  await expect(add('other', sent('form-0000000000001', { a: 2 }))).rejects.toBe(reused)
  await add('without a key', sent(undefined, { a: 1 }))
  await expect(add('without a key', sent(undefined, { a: 1 }))).rejects.not.toBe(reused)
  expect(() => sent('short', {})).toThrow('malformed')
})

import { describe, expect, onTestFinished, test } from 'vitest'
import { testDatabases } from '../test-support/databases.ts'
import {
  type AdditionColumns,
  additionColumnsOf,
  addOnce,
  canonicalJson,
  fingerprintOf,
  isSameFingerprint,
} from './idempotency.ts'

const sent = '{"b":[1,{"d":"é","c":null}],"a":10}'

describe('the fingerprint of what a caller sent', () => {
  test.each([
    ['another order of keys', '{"a":10,"b":[1,{"c":null,"d":"é"}]}'],
    ['other space', ' { "b" : [ 1 , {"d":"é",\n"c":null} ] , "a":10 } '],
    ['other forms of numbers', '{"b":[1.0,{"d":"é","c":null}],"a":1e1}'],
    ['other escapes', '{"b":[1,{"d":"\\u00e9","\\u0063":null}],"a":10}'],
    ['a key told twice, of which the last counts', '{"a":1,"b":[1,{"d":"é","c":null}],"a":10}'],
  ])('is the same for %s', (_, same) => {
    expect(fingerprintOf('/path', JSON.parse(same))).toBe(fingerprintOf('/path', JSON.parse(sent)))
  })

  test.each([
    ['a number as text', '{"b":[1,{"d":"é","c":null}],"a":"10"}'],
    ['another order of a list', '{"b":[{"d":"é","c":null},1],"a":10}'],
    ['a field more', '{"b":[1,{"d":"é","c":null}],"a":10,"e":""}'],
    ['a field that is null', '{"b":[1,{"d":"é","c":null}],"a":10,"e":null}'],
    ['letters composed otherwise', '{"b":[1,{"d":"e\\u0301","c":null}],"a":10}'],
    ['fields that run into one another', '{"b":[1,{"d":"é","c":null}],"a":10,"\\",\\"e":1}'],
  ])('is another for %s', (_, other) => {
    expect(fingerprintOf('/path', JSON.parse(other))).not.toBe(fingerprintOf('/path', JSON.parse(sent)))
  })

  test('never changes: rows hold it', () => {
    expect(canonicalJson(JSON.parse(sent))).toBe('{"a":10,"b":[1,{"c":null,"d":"é"}]}')
    expect(fingerprintOf('/path', JSON.parse(sent))).toBe('2:fGu2djuFaau-22tyQq9z4hA3dmITDyhMd0xgRTYRw-c')
  })

  test('of a version that only a newer release can make is no reason for a no', () => {
    const made = fingerprintOf('x')
    expect(isSameFingerprint(made, made)).toBe(true)
    expect(isSameFingerprint(made, fingerprintOf('y'))).toBe(false)
    expect(() => isSameFingerprint('3:x', made)).toThrow(expect.objectContaining({ status: 503 }))
  })
})

const reused = new Error('reused')
function columnsOf(key: string | undefined, received: unknown) {
  const request = { headers: { 'idempotency-key': key }, received, caller: { id: 'u1' } }
  return additionColumnsOf(request, 'rows.malformed_key')
}

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
  const form = columnsOf('form-0000000000001', { a: 1 })
  expect(await add('first', form)).toEqual({ name: 'first' })
  expect(await add('again', form)).toEqual({ name: 'first' })
  await expect(add('other', columnsOf('form-0000000000001', { a: 2 }))).rejects.toBe(reused)
  await add('without a key', columnsOf(undefined, { a: 1 }))
  await expect(add('without a key', columnsOf(undefined, { a: 1 }))).rejects.not.toBe(reused)
  expect(() => columnsOf('short', {})).toThrow('malformed')
})

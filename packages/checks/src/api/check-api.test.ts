import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import openapiTypes, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../contracts/contract.ts'
import { root } from '../root.ts'
import { runCommand } from '../run/command.ts'
import { lintApi, readApi } from './check-api.ts'

/** A client of another team, as they would write it against the generated types. */
const PROGRAM = `
import type { operations, paths } from './api.d.ts'

type Sale = operations['postTransactions']['requestBody']['content']['application/json']
type Medicine = operations['getMedicinesById']['responses'][200]['content']['application/json']
type Problem = paths['/api/medicines/{id}']['get']['responses'][404]['content']['application/problem+json']

export const sell = ({ _id: medicineId, unitPrice }: Medicine): Sale => ({ medicineId, type: 'sale', quantity: 1, unitPrice })
export const wordsOf = ({ message, errors }: Problem): string => errors?.quantity ?? message
export const change: operations['putMedicinesById']['parameters']['header'] = { 'If-Match': '"7"' }
export const page: operations['getMedicines']['parameters']['query'] = { limit: 50, search: 'dolo' }
export const login: operations['postAuthLogin']['requestBody']['content']['application/json'] = { email: '', password: '' }
// @ts-expect-error The quantity is a number.
export const wrong: Sale = { medicineId: '', type: 'sale', quantity: 'one', unitPrice: 1 }
`

let api: Json
let folder: string
beforeAll(async () => {
  api = await readApi(root)
  folder = await mkdtemp(join(tmpdir(), 'mms-api-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Operation = Record<string, unknown> & { responses: Record<string, object> }
const operations = () =>
  Object.values(api.paths as Record<string, Record<string, Operation>>).flatMap((item) => Object.values(item))

test('a client that is generated from the description has its types', async () => {
  const types = astToString(await openapiTypes(structuredClone(api) as never))
  await writeFile(join(folder, 'api.d.ts'), types)
  await writeFile(join(folder, 'client.ts'), PROGRAM)
  const flags = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--allowImportingTsExtensions',
    '--module',
    'nodenext',
  ]
  expect(await runCommand('tsc', [...flags, join(folder, 'client.ts')])).toEqual({ code: 0, output: '' })
})

test('every operation says what it is, and how it refuses', () => {
  const wanted = ['operationId', 'summary', 'description', 'tags', 'security', 'responses']
  expect(operations().length).toBeGreaterThan(50)
  for (const operation of operations()) {
    expect(Object.keys(operation)).toEqual(expect.arrayContaining(wanted))
    expect(Object.keys(operation.responses), String(operation.operationId)).toContain('429')
  }
})

test.each<[string, (operation: Operation) => void]>([
  ['operation-operationId', (operation) => delete operation.operationId],
  ['operation-summary', (operation) => delete operation.summary],
  ['operation-4xx-response', (operation) => (operation.responses = { 200: { description: '' } })],
  [
    'no-invalid-media-type-examples',
    (operation) => {
      const json = { schema: { type: 'integer' }, example: 'one' }
      operation.responses = {
        ...operation.responses,
        200: { description: '', content: { 'application/json': json } },
      }
    },
  ],
])('a description that breaks %s is found', async (rule, plant) => {
  expect(await lintApi(api)).toEqual([])
  const changed = structuredClone(api)
  const item = (changed.paths as Record<string, Record<string, Operation>>)['/api/users']
  plant(item?.get as Operation)
  expect(await lintApi(changed)).toEqual([expect.stringContaining(rule)])
})

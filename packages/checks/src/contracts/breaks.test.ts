import { expect, test } from 'vitest'
import { findBreakingChanges } from './breaks.ts'
import { compareContracts } from './check-contracts.ts'
import type { Contract } from './contract.ts'

const answer = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    kind: { type: 'string', enum: ['tablet', 'syrup'] },
  },
  required: ['name', 'price', 'kind'],
}
const body = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: { type: 'string', maxLength: 200 },
    price: { type: 'number', minimum: 0 },
    barcode: { type: ['string', 'null'] },
  },
  required: ['name'],
}
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const contract: Contract = {
  release: '0.3.0',
  version: '0.3.0',
  paths: {
    '/api/rows': {
      get: {
        'x-access': 'signed-in',
        responses: { 200: json(answer) },
      },
      post: { 'x-access': 'signed-in', requestBody: json(body), responses: { 201: json(answer) } },
    },
    '/internal/rows': { get: { 'x-access': 'service', 'x-callers': ['alerts', 'sales'], responses: {} } },
    'feed row.changed': { get: { responses: { 200: json(answer) } } },
  },
  names: ['page /rows', 'event rows-changed { ids: string[] }'],
}

/** The comparison changes what it is given. */
const text = JSON.stringify(contract)
const released = (): Contract => JSON.parse(text)

/**
 * Each is an edit of the released contract's text, and the words of the break. The library has its own tests, so these
 * are the rules that we add to it, and one of each kind that it finds.
 */
const edits: [what: string, from: string | RegExp, to: string, words: RegExp][] = [
  ['a route', '"/api/rows":', '"/api/lines":', /^GET \/api\/rows: removed$/],
  ['a field of a body', ',"barcode":{"type":["string","null"]}', '', /removed property barcode/],
  ['a field of an answer', '"price":{"type":"number"},', '', /removed property price in Response 200/],
  ['the known choices of an answer', '"syrup"]', '"syrup","gel"]', /values of kind in Response 200/],
  ['people who may call', '"signed-in"', '"admin"', /shuts out staff/],
  ['services that may call', '["alerts","sales"]', '["alerts"]', /shuts out sales/],
  ['an event of a feed', 'feed row.changed', 'feed row.moved', /^feed row\.changed: removed$/],
  ['a page', 'page /rows', 'page /lines', /^removed page \/rows$/],
  ['an event of an area', 'ids: string[]', 'id: string', /^removed event rows-changed/],
]

test.each(edits)('finds that a contract lost %s', (_, from, to, words) => {
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  expect(findBreakingChanges(released(), JSON.parse(changed))).toContainEqual(expect.stringMatching(words))
})

test('allows what callers do not notice', () => {
  const wider = text
    .replace('"price":{"type":"number"}', '"price":{"type":"integer"},"stock":{"type":"integer"}')
    .replace('"barcode":', '"rack":{"type":"string"},"barcode":')
    .replace('"signed-in"', '"public"')
  expect(findBreakingChanges(released(), JSON.parse(wider))).toEqual([])
})

test('is excused only by the words of the break, in the release that raises the version', () => {
  const retyped = text.replace('"price":{"type":"number"}', '"price":{"type":"string"}')
  const sentences = (toDo: string, version: string) =>
    compareContracts({
      ...{ version: '0.4.0', toDo, released: { 'services/rows': released() } },
      present: { 'services/rows': { ...JSON.parse(retyped), version } },
    })
  const [broken = ''] = findBreakingChanges(released(), JSON.parse(retyped))
  expect(sentences('`GET /api/rows` has a new field', '0.4.0')).toEqual([expect.stringContaining(broken)])
  expect(sentences(`\`${broken}\``, '0.3.1')).toEqual([
    expect.stringContaining('raise services/rows to 0.4.0'),
  ])
  expect(sentences(`\`${broken}\``, '0.4.0')).toEqual([])
})

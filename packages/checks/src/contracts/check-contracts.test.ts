import { beforeAll, expect, it } from 'vitest'
import { root } from '../root.ts'
import { compareContracts } from './check-contracts.ts'
import type { Contract, Contracts, Json } from './contract.ts'
import { readContracts } from './read-contracts.ts'

// What the sources have now is the last release here, and what is planted in a copy of it the next one.
let released: Contracts
beforeAll(async () => {
  released = await readContracts(root)
}, 60_000)

interface Schema {
  properties: Record<string, Schema & Json>
  required: string[]
  enum: string[]
  anyOf: Json[]
  items: Schema
  maximum: number
}

const contract = (present: Contracts, folder: string) => present[folder] as Contract
const operation = (present: Contracts, folder: string, method: string, path: string) =>
  contract(present, folder).paths?.[path]?.[method] as {
    parameters: { name: string; in: string; required: boolean; schema: Json }[]
    requestBody: { content: { 'application/json': { schema: Schema } } }
    responses: Record<string, { content: { 'application/json': { schema: Schema } } }>
    'x-access': string
    'x-callers': string[]
  }
type Operation = ReturnType<typeof operation>
const body = ({ requestBody }: Operation) => requestBody.content['application/json'].schema
const SALES = 'services/sales'
const list = (present: Contracts) => operation(present, SALES, 'get', '/api/transactions')
const record = (present: Contracts) => operation(present, SALES, 'post', '/api/transactions')
const request = (present: Contracts) => body(record(present))
const answer = (present: Contracts) =>
  record(present).responses['201']?.content['application/json'].schema as Schema
const property = (schema: Schema, name: string) => schema.properties[name] as Schema & Json
const areaJson = (present: Contracts) => body(operation(present, 'shell', 'post', 'area.json'))
const names = (present: Contracts, folder: string) => contract(present, folder).names as string[]
const paths = (present: Contracts, folder: string) => contract(present, folder).paths ?? {}

function rename<Value>(of: Record<string, Value>, from: string, to: string) {
  of[to] = of[from] as Value
  delete of[from]
}

function planted(plant: (present: Contracts) => void, toDo = ''): string[] {
  const present = structuredClone(released)
  plant(present)
  const before = structuredClone(released)
  for (const each of Object.values(before)) each.release = '0.0.9'
  return compareContracts({ version: '0.1.0', toDo, released: before, present })
}

type Plant = [string, (present: Contracts) => void, RegExp]
const breakages: Plant[] = [
  [
    'a required field of a request more',
    (present) => {
      request(present).properties.shelf = { type: 'string' } as never
      request(present).required.push('shelf')
    },
    /^services\/sales: POST \/api\/transactions: .*added required status to `shelf` in Request Body \(services\/sales\/contract\.json .*raise services\/sales to .* and name `\/api\/transactions` under To do/,
  ],
  [
    'a value of a request less',
    (present) => property(request(present), 'type').enum.pop(),
    /POST .*possible values/,
  ],
  [
    'a value of an answer more',
    (present) => property(answer(present), 'status').enum.push('parked'),
    /POST .*values/,
  ],
  ['a narrower type', (present) => (property(request(present), 'quantity').maximum = 10), /POST .*maximum/],
  ['another type', (present) => (property(request(present), 'note').type = 'integer'), /POST .*`note`/],
  [
    'a field of a request gone',
    (present) => delete request(present).properties.note,
    /POST .*removed property `note`/,
  ],
  [
    'a field of an answer gone',
    (present) => answer(present).required.shift(),
    /POST .*removed required status/,
  ],
  [
    'a route gone',
    (present) => delete paths(present, SALES)['/api/transactions']?.post,
    /POST \/api\/transactions: removed /,
  ],
  [
    'a stricter role',
    (present) => (list(present)['x-access'] = 'admin'),
    /GET \/api\/transactions: shuts out staff/,
  ],
  [
    'a caller less',
    (present) =>
      operation(present, 'services/inventory', 'put', '/internal/movements/{id}')['x-callers'].pop(),
    /PUT .*shuts out sales/,
  ],
  [
    'an event of a feed renamed',
    (present) =>
      rename(paths(present, SALES), 'feed sales.transaction.completed', 'feed sales.transaction.done'),
    /feed sales\.transaction\.completed: removed /,
  ],
  [
    'an event between areas renamed',
    (present) => {
      const all = names(present, 'mf-inventory')
      all.splice(0, all.length, ...all.map((name) => name.replace('medicines-', 'stock-')))
    },
    /^mf-inventory: removed event medicines-changed \{ medicineIds: string\[\] \} .* name `medicines-changed`/,
  ],
  [
    'an export gone',
    (present) => {
      const sdk = contract(present, 'packages/sdk')
      sdk.exports = sdk.exports?.filter((name) => name !== 'ApiError from @mms/sdk') ?? []
    },
    /^packages\/sdk: removed ApiError from @mms\/sdk .*raise packages\/sdk to 2\.0\.0 and name `ApiError`/,
  ],
  [
    'a range moved beyond the shell that runs',
    (present) => Object.assign(contract(present, 'mf-sales').requires ?? {}, { ui: '^1.99' }),
    /^mf-sales requires ui \^1\.99, and the shell of the last release has 1\./,
  ],
  ['another status', (present) => rename(record(present).responses, '201', '200'), /removed Response 201/],
  [
    'no pages any more',
    (present) => {
      list(present).parameters = list(present).parameters.filter(({ name }) => name !== 'after')
    },
    /GET \/api\/transactions: removed query parameter `after`/,
  ],
  [
    'a slot renamed',
    (present) => (property(areaJson(present), 'slots').items.enum[0] = 'home'),
    /^shell: area\.json: .*slots/,
  ],
  [
    'null no longer taken',
    (present) =>
      property(
        body(operation(present, 'services/inventory', 'post', '/api/medicines')),
        'barcode',
      ).anyOf.pop(),
    /POST \/api\/medicines: .*`barcode`/,
  ],
  [
    'a page gone',
    (present) =>
      names(present, 'mf-inventory').splice(names(present, 'mf-inventory').indexOf('page /medicines'), 1),
    /^mf-inventory: removed page \/medicines /,
  ],
]

it.each(breakages)('refuses %s', (_, plant, sentence) => {
  expect(planted(plant).join('\n')).toMatch(new RegExp(sentence, 'm'))
})

const compatible: [string, (present: Contracts) => void][] = [
  [
    'an optional field of a request',
    (present) => (request(present).properties.shelf = { type: 'string' } as never),
  ],
  ['a value of a request more', (present) => property(request(present), 'type').enum.push('donation')],
  ['a value of an answer less', (present) => property(answer(present), 'status').enum.pop()],
  ['a wider type of a request', (present) => (property(request(present), 'quantity').maximum *= 2)],
  ['a field of an answer', (present) => (answer(present).properties.shelf = { type: 'string' } as never)],
  ['a required field of an answer', (present) => answer(present).required.push('note')],
  [
    'a route',
    (present) =>
      (paths(present, SALES)['/api/transactions/new'] = { get: structuredClone(list(present)) as never }),
  ],
  [
    'a looser role',
    (present) => (operation(present, 'services/identity', 'get', '/api/users')['x-access'] = 'signed-in'),
  ],
  [
    'an optional parameter before the others',
    (present) =>
      list(present).parameters.unshift({
        in: 'query',
        name: 'q',
        required: false,
        schema: { type: 'string' },
      }),
  ],
  [
    'an event of a feed',
    (present) => {
      const { 'feed sales.transaction.completed': event } = paths(present, SALES)
      paths(present, SALES)['feed sales.transaction.started'] = structuredClone(event) as never
    },
  ],
  ['an export', (present) => contract(present, 'packages/sdk').exports?.push('useNews from @mms/sdk')],
  ['a slot', (present) => property(areaJson(present), 'slots').items.enum.push('footer')],
  [
    'null taken as well',
    (present) =>
      (request(present).properties.note = {
        anyOf: [property(request(present), 'note'), { type: 'null' }],
      } as never),
  ],
  [
    'null no longer answered',
    (present) =>
      (answer(present).properties.reverses = property(answer(present), 'reverses').anyOf[0] as never),
  ],
  ['a page', (present) => names(present, 'mf-sales').push('page /sales/new')],
  [
    'a wider range',
    (present) => Object.assign(contract(present, 'mf-sales').requires ?? {}, { sdk: '^1.4 || ^2' }),
  ],
]

it.each(compatible)('lets %s pass', (_, plant) => expect(planted(plant)).toEqual([]))

it('lets a break pass that the version and the change log say', () => {
  const left = (version: string, toDo: string) =>
    planted((present) => {
      list(present)['x-access'] = 'admin'
      contract(present, SALES).version = version
    }, toDo).join()
  const { version } = contract(released, SALES)
  const next = `0.${Number(version.split('.')[1]) + 1}.0`
  expect(left(next, '- `/api/transactions` is for administrators')).toBe('')
  expect(left(next, '')).toMatch(/, or name `\/api\/transactions` under To do of CHANGELOG\.md$/)
  expect(left(version, '`/api/transactions`')).toMatch(new RegExp(`, or raise services/sales to ${next}$`))
})

it('refuses a range under which an area runs where what it imports is missing', () => {
  const problems = planted((present) => contract(present, 'mf-sales').imports?.push('useNews from @mms/sdk'))
  expect(problems.join('\n')).toMatch(
    /^mf-sales requires sdk \^1\S*, but sdk 1\.\S+ has no useNews from @mms\/sdk, which it imports/,
  )
})

it('refuses a snapshot of what is not out, and a feed whose events have no schema', () => {
  const present = structuredClone(released)
  const { version } = contract(present, SALES)
  const said = compareContracts({ version, toDo: '', released, present }).join('\n')
  expect(said).toContain(`services/sales/contract.json is of ${version}, which is not out`)
  for (const type of Object.keys(paths(present, SALES)))
    if (type.startsWith('feed ')) delete paths(present, SALES)[type]
  expect(compareContracts({ version, toDo: '', released: {}, present })).toEqual([
    'services/sales publishes a feed without an event in packages/contracts/src/suite/feeds.ts',
  ])
})

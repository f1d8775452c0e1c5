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
    responses: Record<string, Json>
    'x-access': string
    'x-callers': string[]
  }
const named = (present: Contracts, folder: string, name: string) =>
  contract(present, folder).components?.schemas[name] as unknown as Schema
const SALES = 'services/sales'
const request = (present: Contracts) => named(present, SALES, 'createTransaction-input')
const answer = (present: Contracts) => named(present, SALES, 'transaction')
const list = (present: Contracts) => operation(present, SALES, 'get', '/api/transactions')
const record = (present: Contracts) => operation(present, SALES, 'post', '/api/transactions')
const property = (schema: Schema, name: string) => schema.properties[name] as Schema & Json
const areaJson = (present: Contracts) => {
  const { areaManifest, 'areaManifest-input': input } = contract(present, 'shell').components?.schemas ?? {}
  return (input ?? areaManifest) as unknown as Schema
}
const paths = (present: Contracts, folder: string) => contract(present, folder).paths ?? {}

function rename(of: Json, from: string, to: string) {
  of[to] = of[from]
  delete of[from]
}

function planted(plant: (present: Contracts) => void, toDo = ''): string[] {
  const present = structuredClone(released)
  plant(present)
  const before = structuredClone(released)
  for (const each of Object.values(before)) each.release = '0.0.9'
  return compareContracts({ root, version: '0.1.0', toDo, released: before, present })
}

type Plant = [string, (present: Contracts) => void, RegExp]
const breakages: Plant[] = [
  [
    'a required field of a request more',
    (present) => {
      request(present).properties.shelf = { type: 'string' } as never
      request(present).required.push('shelf')
    },
    /^services\/sales: POST \/api\/transactions: .*added required status to `shelf` in Request Body \(services\/sales\/contract\.json .*used by .*mf-sales\/src\/.*raise services\/sales to .* and name `\/api\/transactions` under To do/,
  ],
  [
    'a value of a request less',
    (present) => property(request(present), 'type').enum.pop(),
    /POST .*possible values/,
  ],
  [
    'a value of an answer more',
    (present) => property(answer(present), 'status').enum.push('parked'),
    /GET .*values/,
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
    /GET .*removed required status/,
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
    /PUT .*shuts out sales .*used by services\/sales\/src\/inventory\/client\.ts/,
  ],
  [
    'an event of a feed renamed',
    (present) =>
      rename(paths(present, SALES), 'feed sales.transaction.completed', 'feed sales.transaction.done'),
    /feed sales\.transaction\.completed: removed .*used by services\/analytics\/src\/trade\/projection\.ts/,
  ],
  [
    'an event between areas renamed',
    (present) => rename(paths(present, 'mf-inventory'), 'event medicines-changed', 'event stock-changed'),
    /^mf-inventory: event medicines-changed: removed .*used by mf-alerts\//,
  ],
  [
    'an export gone',
    (present) => contract(present, 'packages/sdk').exports?.['@mms/sdk']?.splice(0, 5),
    /^packages\/sdk: removed the export ApiError from @mms\/sdk .*used by mf-.*raise packages\/sdk to 2\.0\.0/,
  ],
  [
    'a range moved beyond the shell that runs',
    (present) => {
      Object.assign(contract(present, 'shell').supplies ?? {}, { ui: '1.99.0' })
      Object.assign(contract(present, 'mf-sales').area?.requires ?? {}, { ui: '^1.99' })
    },
    /^mf-sales: requires ui \^1\.99, and the shell of the last release has 1\..*used by shell/,
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
      property(named(present, 'services/inventory', 'createMedicine-input'), 'barcode').anyOf.pop(),
    /POST \/api\/medicines: .*`barcode`/,
  ],
  [
    'a page gone',
    (present) => contract(present, 'mf-inventory').area?.routes.splice(0, 1),
    /^mf-inventory: removed the page \/medicines /,
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
  ['an export', (present) => contract(present, 'packages/sdk').exports?.['@mms/sdk']?.push('useNews')],
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
  ['a page', (present) => contract(present, 'mf-sales').area?.routes.push('/sales/new')],
  [
    'a wider range',
    (present) => Object.assign(contract(present, 'mf-sales').area?.requires ?? {}, { sdk: '^1.4 || ^2' }),
  ],
]

it.each(compatible)('lets %s pass', (_, plant) => expect(planted(plant)).toEqual([]))

it('lets a break pass that the version, the version of each consumer and the change log say', () => {
  const raised = { [SALES]: '0.4.0', 'mf-sales': '0.4.0', shell: '0.4.0' }
  const left = (versions: Record<string, string>, toDo: string) =>
    planted((present) => {
      list(present)['x-access'] = 'admin'
      for (const [folder, version] of Object.entries(versions)) contract(present, folder).version = version
    }, toDo).join()
  const consumers = [
    'mf-analytics',
    'mf-inventory',
    'services/analytics',
    'services/alerts',
    'services/inventory',
  ]
  const all = { ...raised, ...Object.fromEntries(consumers.map((folder) => [folder, '0.4.0'])) }
  expect(left(all, '- `/api/transactions` is for administrators')).toBe('')
  expect(left(all, '')).toMatch(/, or name `\/api\/transactions` under To do of CHANGELOG\.md$/)
  expect(left({ ...all, 'mf-sales': '0.3.9' }, '`/api/transactions`')).toMatch(
    /, or raise mf-sales to 0\.4\.0$/,
  )
  expect(left({ ...all, [SALES]: '0.3.9' }, '`/api/transactions`')).toMatch(
    /, or raise services\/sales to 0\.4\.0$/,
  )
})

it('refuses ranges under which an area never runs, or runs where what it imports is missing', () => {
  const ranged = (sdk: string, plant: (present: Contracts) => void) =>
    planted((present) => {
      Object.assign(contract(present, 'mf-sales').area?.requires ?? {}, { sdk })
      plant(present)
    }).join('\n')
  expect(ranged('^2', () => {})).toMatch(/^mf-sales requires sdk \^2, and the shell has 1\./m)
  const imports = (present: Contracts) =>
    contract(present, 'mf-sales').area?.imports['@mms/sdk']?.push('useNews')
  expect(ranged('^1', imports)).toMatch(
    /^mf-sales requires sdk \^1, but sdk 1\.\S+ has no useNews, which it imports/,
  )
})

it('refuses a snapshot of what is not out, and a feed whose events have no schema', () => {
  const present = structuredClone(released)
  const { version } = contract(present, SALES)
  const said = compareContracts({ root, version, toDo: '', released, present }).join('\n')
  expect(said).toContain(`services/sales/contract.json is of ${version}, which is not out`)
  for (const type of Object.keys(paths(present, SALES)))
    if (type.startsWith('feed ')) delete paths(present, SALES)[type]
  expect(compareContracts({ root, version, toDo: '', released: {}, present })).toEqual([
    'services/sales publishes a feed without an event in packages/contracts/src/feeds.ts',
  ])
})

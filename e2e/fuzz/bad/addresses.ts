import { targetOf } from '../request.ts'
import type { Kind } from './kind.ts'

const UNKNOWN = ['x', '__proto__', 'constructor', 'filter[$ne]', 'limit[]', 'access_token', '_method', '']

const queries: Kind[] = [
  {
    name: 'parameter repeated',
    make: ({ query, operation }, { random }) => {
      const names = operation.parameters.filter((each) => each.in === 'query')
      const name = names.length > 0 ? random.pick(names).name : 'x'
      return { query: [...query, [name, '1'], [name, '2'], [name, '']] }
    },
  },
  {
    name: 'parameter empty',
    make: ({ operation }) => ({
      query: operation.parameters
        .filter((each) => each.in === 'query')
        .map(({ name }): [string, string] => [name, '']),
    }),
  },
  {
    name: 'parameter unknown',
    make: ({ query }, { random }) => ({ query: [...query, [random.pick(UNKNOWN), '1']] }),
  },
  {
    name: '1,000 parameters',
    make: ({ query }) => ({
      query: [...query, ...Array.from({ length: 1_000 }, (_, i): [string, string] => [`p${i}`, ''])],
    }),
  },
  {
    name: 'limit out of bounds',
    make: ({ query }, { random }) => ({
      query: [
        ...query.filter(([name]) => name !== 'limit'),
        ['limit', random.pick(['0', '-1', '201', '1e9', '1.5', '99999999999'])],
      ],
    }),
  },
]

const cursor = (name: string, change: (cursor: string) => string, own: boolean): Kind => ({
  name,
  make: (request, { random, pool }) => {
    if (!request.operation.parameters.some((each) => each.name === 'after')) return undefined
    const list = own ? [pool.pick(`cursor ${request.operation.path}`) ?? ''] : pool.cursors()
    const after = list.length > 0 ? random.pick(list) : 'WzEsMl0'
    return { query: [...request.query.filter(([each]) => each !== 'after'), ['after', change(after)]] }
  },
})
const cursors: Kind[] = [
  cursor('cursor cut', (text) => text.slice(0, -3), true),
  cursor(
    'cursor with its parts swapped',
    (text) => Buffer.from(JSON.stringify([...asList(text)].reverse())).toString('base64url'),
    true,
  ),
  cursor('cursor of another list', (text) => text, false),
  cursor(
    'cursor far ahead',
    (text) =>
      Buffer.from(
        JSON.stringify(asList(text).map((part) => (typeof part === 'number' ? 9e15 : '\uffff'))),
      ).toString('base64url'),
    true,
  ),
  {
    name: 'cursor of another filter',
    make: (request, { random, pool }) => {
      const after = pool.pick(`cursor ${request.operation.path}`)
      if (after === undefined) return undefined
      const others = request.operation.parameters.filter(({ name }) => !['after', 'limit'].includes(name))
      const filter = others.length > 0 ? random.pick(others) : undefined
      const options = (filter?.schema.enum ?? ['x']) as string[]
      return {
        query: [
          ['after', after],
          ['limit', '2'],
          ...(filter ? [[filter.name, random.pick(options)] as [string, string]] : []),
        ],
      }
    },
  },
]

function asList(cursor: string): unknown[] {
  try {
    const list: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(list) ? list : [list]
  } catch {
    return ['x', 1]
  }
}

const paths: Record<string, (path: string) => string> = {
  'slash at the end': (path) => `${path}/`,
  'two slashes': (path) => path.replace('/api/', '/api//'),
  'slash that is encoded': (path) => path.replace(/\/(\w+)$/, '%2f$1'),
  'dot segments': (path) => `/api/x/..${path.slice(4)}`,
  'dot segments that are encoded': (path) => path.replace('/api/', '/api/%2e%2e/internal/%2e%2e/api/'),
  'internal address': () => '/internal/feed',
  'letters of another case': (path) => path.toUpperCase(),
  'address of 7,000 letters': (path) => `${path}/${'a'.repeat(7_000)}`,
  'percent that is none': (path) => `${path}%zz`,
  'percent of half a character': (path) => `${path}?search=%E0%A4%A&after=%ff`,
  'NUL in the address': (path) => `${path}%00.json`,
  'semicolon in the address': (path) => `${path};a=b`,
  'backslash in the address': (path) => path.replaceAll('/', '\\').replace('\\', '/'),
  'whole address': (path) => `http://evil.test${path}`,
}
const addresses = Object.entries(paths).map(
  ([name, change]): Kind => ({ name, make: (request) => ({ target: change(targetOf(request)) }) }),
)

export const addressKinds: Kind[] = [...queries, ...cursors, ...addresses]

import { apiCompare } from 'api-smart-diff'
import type { Contract, Json, Paths } from './contract.ts'

/** What a release took from those who rely on the one before. */
export interface Break {
  /** By what others know it: `/api/reports`, the type of an event, a name that is exported. */
  place: string
  /** `GET /api/reports: removed property …`: all that one route or event lost. */
  what: string
}

const at = (path: readonly unknown[]) => path.join('.')

/** With schemas where they are used: of those that two places share, only one may change. */
function wholePaths({ paths = {}, components }: Contract): [string, unknown][] {
  const expand = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(expand)
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as { $ref?: string }
    if ($ref) return expand(components?.schemas[$ref.split('/').at(-1) as string])
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, expand(each)]))
  }
  return Object.entries(expand(paths) as Paths)
}

/** What both have is left out: comparing is slow. */
function toDocument(paths: [string, unknown][], others: [string, unknown][]): Json {
  const same = new Set(others.map((each) => JSON.stringify(each)))
  const different = paths.filter((each) => !same.has(JSON.stringify(each)))
  return { openapi: '3.1.0', info: { title: '', version: '' }, paths: Object.fromEntries(different) }
}

type Difference = ReturnType<typeof apiCompare>['diffs'][number]

/** The library lets fields of a request go; a strict schema answers 400 to who still sends one. */
const isRefused = ({ action, path }: Difference) =>
  action === 'remove' && /\.parameters\.\d+$|\.requestBody\..*\.properties\.[^.]+$/.test(at(path))

const wordsOf = ({ action, path, description }: Difference) =>
  (description ?? `[${action}] ${at(path.slice(3))}`)
    .replace(/^\[(\w+)\]/, (_, verb: string) => verb.toLowerCase())
    .replace(/ operation .*/, '')
    .replace(/ required (\w+ parameter)/, ' $1')
    .replaceAll(' content (application/json)', '')

function breaksOfPaths(before: Contract, after: Contract): Break[] {
  const [old, now] = [wholePaths(before), wholePaths(after)]
  const { diffs } = apiCompare(toDocument(old, now), toDocument(now, old))
  return diffs
    .filter(({ path }) => !path.some((key) => String(key).startsWith('x-')))
    .filter((each) => ['breaking', 'unclassified'].includes(each.type) || isRefused(each))
    .map((each) => {
      const [, path = '', method = ''] = each.path.map(String)
      const route = path.startsWith('/') ? `${method.toUpperCase()} ${path}`.trim() : path
      return { place: path.split(' ').at(-1) as string, what: `${route}: ${wordsOf(each)}` }
    })
}

/** Whom a route lets in. */
function letIn(operation: Json): string[] {
  const access = String(operation['x-access'])
  if (access === 'service') return (operation['x-callers'] as string[] | undefined) ?? []
  if (access === 'public') return ['visitors', 'staff', 'admin']
  return access === 'signed-in' ? ['staff', 'admin'] : [access]
}

function breaksOfAccess({ paths = {} }: Contract, { paths: now = {} }: Contract): Break[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const present = now[path]?.[method]
      if (!present || operation['x-access'] === undefined) return []
      const kept = letIn(present)
      const shutOut = letIn(operation).filter((who) => !kept.includes(who))
      const what = `${method.toUpperCase()} ${path}: shuts out ${shutOut.join(', ')}`
      return shutOut.length > 0 ? [{ place: path, what }] : []
    }),
  )
}

/** What callers, followers, listeners and open pages of the release before can no longer do. */
export function findBreaks(before: Contract, after: Contract): Break[] {
  const routes = (before.area?.routes ?? []).filter((route) => !after.area?.routes.includes(route))
  const found = [
    ...(before.paths ? breaksOfPaths(before, after) : []),
    ...breaksOfAccess(before, after),
    ...routes.map((route) => ({ place: route, what: `removed the page ${route}` })),
  ]
  return [...Map.groupBy(found, ({ what }) => what.split(': ')[0])].map(([route, [first, ...more]]) => {
    const others = new Set(more.map(({ what }) => what.slice(`${route}: `.length)))
    return { place: first?.place as string, what: [first?.what, ...others].join(', ') }
  })
}

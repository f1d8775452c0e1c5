import { apiCompare } from 'api-smart-diff'
import type { Contract, Json, Paths } from './contract.ts'

const at = (path: readonly unknown[]) => path.join('.')

/** Leaves out paths that are equal in both, because comparing is slow. */
function toDocument(paths: Paths, others: Paths): Json {
  const different = Object.entries(paths).filter(
    ([path, operations]) => JSON.stringify(operations) !== JSON.stringify(others[path]),
  )
  return { openapi: '3.1.0', info: { title: '', version: '' }, paths: Object.fromEntries(different) }
}

type Difference = ReturnType<typeof apiCompare>['diffs'][number]

/** The library allows removing a request field. But a strict schema answers 400 to callers that still send it. */
const isRefused = ({ action, path }: Difference) =>
  action === 'remove' && /\.parameters\.\d+$|\.requestBody\..*\.properties\.[^.]+$/.test(at(path))

const typesOf = (type: unknown) => [type].flat()

const isWithin = (type: unknown, others: unknown) =>
  typesOf(type).every(
    (each) => typesOf(others).includes(each) || (each === 'integer' && typesOf(others).includes('number')),
  )

/** The library allows any change of a type. But an answer may only get a narrower type, and a parameter a wider one. */
function isRetyped({ action, path, before, after }: Difference): boolean {
  if (action !== 'replace' || path.at(-1) !== 'type') return false
  if (path.includes('responses')) return !isWithin(after, before)
  return path.includes('parameters') && !isWithin(before, after)
}

const wordsOf = ({ action, path, description }: Difference) =>
  (description ?? `[${action}] ${at(path.slice(3))}`)
    .replace(/^\[(\w+)\]/, (_, verb: string) => verb.toLowerCase())
    .replace(/ operation .*/, '')
    .replace(/ required (\w+ parameter)/, ' $1')
    .replaceAll(/ content \(application\/json\)|`/g, '')

function breaksOfPaths({ paths: old = {} }: Contract, { paths: now = {} }: Contract): string[] {
  return apiCompare(toDocument(old, now), toDocument(now, old))
    .diffs.filter(({ path }) => !path.some((key) => String(key).startsWith('x-')))
    .filter((each) => ['breaking', 'unclassified'].includes(each.type) || isRefused(each) || isRetyped(each))
    .map((each) => {
      const [, path = '', method = ''] = each.path.map(String)
      const route = path.startsWith('/') ? `${method.toUpperCase()} ${path}`.trim() : path
      return `${route}: ${wordsOf(each)}`
    })
}

function letIn(operation: Json): string[] {
  const access = String(operation['x-access'])
  if (access === 'service') return (operation['x-callers'] as string[] | undefined) ?? []
  if (access === 'public') return ['visitors', 'staff', 'admin']
  return access === 'signed-in' ? ['staff', 'admin'] : [access]
}

function breaksOfAccess({ paths = {} }: Contract, { paths: now = {} }: Contract): string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const present = now[path]?.[method]
      if (!present || operation['x-access'] === undefined) return []
      const kept = letIn(present)
      const shutOut = letIn(operation).filter((who) => !kept.includes(who))
      return shutOut.length > 0 ? [`${method.toUpperCase()} ${path}: shuts out ${shutOut.join(', ')}`] : []
    }),
  )
}

export const findRemovedNames = (before: string[] = [], after: string[] = []): string[] =>
  before.filter((name) => !after.includes(name)).map((name) => `removed ${name}`)

export const findBreakingChanges = (before: Contract, after: Contract): string[] => [
  ...new Set([
    ...breaksOfPaths(before, after),
    ...breaksOfAccess(before, after),
    ...findRemovedNames(before.names, after.names),
  ]),
]

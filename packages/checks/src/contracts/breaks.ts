import { apiCompare } from 'api-smart-diff'
import type { Contract, Json, Paths } from './contract.ts'

export interface ContractBreak {
  place: string
  what: string
}

const at = (path: readonly unknown[]) => path.join('.')

/** Skips identical paths, because comparing is slow. */
function toDocument(paths: Paths, others: Paths): Json {
  const different = Object.entries(paths).filter(
    ([path, operations]) => JSON.stringify(operations) !== JSON.stringify(others[path]),
  )
  return { openapi: '3.1.0', info: { title: '', version: '' }, paths: Object.fromEntries(different) }
}

type Difference = ReturnType<typeof apiCompare>['diffs'][number]

/** The library allows removed request fields, but a strict schema answers 400 to a caller that still sends one. */
const isRefused = ({ action, path }: Difference) =>
  action === 'remove' && /\.parameters\.\d+$|\.requestBody\..*\.properties\.[^.]+$/.test(at(path))

const wordsOf = ({ action, path, description }: Difference) =>
  (description ?? `[${action}] ${at(path.slice(3))}`)
    .replace(/^\[(\w+)\]/, (_, verb: string) => verb.toLowerCase())
    .replace(/ operation .*/, '')
    .replace(/ required (\w+ parameter)/, ' $1')
    .replaceAll(' content (application/json)', '')

function breaksOfPaths({ paths: old = {} }: Contract, { paths: now = {} }: Contract): ContractBreak[] {
  return apiCompare(toDocument(old, now), toDocument(now, old))
    .diffs.filter(({ path }) => !path.some((key) => String(key).startsWith('x-')))
    .filter((each) => ['breaking', 'unclassified'].includes(each.type) || isRefused(each))
    .map((each) => {
      const [, path = '', method = ''] = each.path.map(String)
      const route = path.startsWith('/') ? `${method.toUpperCase()} ${path}`.trim() : path
      return { place: path.split(' ').at(-1) as string, what: `${route}: ${wordsOf(each)}` }
    })
}

function letIn(operation: Json): string[] {
  const access = String(operation['x-access'])
  if (access === 'service') return (operation['x-callers'] as string[] | undefined) ?? []
  if (access === 'public') return ['visitors', 'staff', 'admin']
  return access === 'signed-in' ? ['staff', 'admin'] : [access]
}

function breaksOfAccess({ paths = {} }: Contract, { paths: now = {} }: Contract): ContractBreak[] {
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

export const breaksOfNames = (before: string[] = [], after: string[] = []): ContractBreak[] =>
  before
    .filter((name) => !after.includes(name))
    .map((name) => ({
      place: name.split(' ').at(name.includes(' from ') ? 0 : 1) as string,
      what: `removed ${name}`,
    }))

export function findBreaks(before: Contract, after: Contract): ContractBreak[] {
  const found = [
    ...breaksOfPaths(before, after),
    ...breaksOfAccess(before, after),
    ...breaksOfNames(before.names, after.names),
  ]
  return [...Map.groupBy(found, ({ what }) => what.split(': ')[0])].map(([route, [first, ...more]]) => {
    const others = new Set(more.map(({ what }) => what.slice(`${route}: `.length)))
    return { place: first?.place as string, what: [first?.what, ...others].join(', ') }
  })
}

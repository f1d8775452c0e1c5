import type { Random } from '@mms/service-kit/random'
import { addressKinds } from './bad/addresses.ts'
import { bodyKinds } from './bad/bodies.ts'
import { headKinds } from './bad/heads.ts'
import type { Kind } from './bad/kind.ts'
import { textKinds } from './bad/texts.ts'
import { wireKinds } from './bad/wires.ts'
import type { Operation } from './description.ts'
import { createGoodInput } from './good.ts'
import type { Pool } from './pool.ts'
import type { Request } from './request.ts'
import { ROLES, type Role } from './roles.ts'

export const badKinds: Kind[] = [...textKinds, ...bodyKinds, ...headKinds, ...addressKinds, ...wireKinds]
export const GOOD = 'good'
const WEIGHTS: Role[] = ['admin', 'admin', 'admin', 'staff', 'staff', ...ROLES.slice(2)]
/** One good request in this many. */
const GOOD_ONE_OF = 5

/** Would require a second step of the senders. */
const locksOut = ({ operation, body }: Request) =>
  operation.name === 'PUT /api/auth/settings' && /true|1/.test(JSON.stringify(body) ?? '')

/** Would end the senders' sessions. */
const signsOut = ({ name }: Operation, role: Role) =>
  name.startsWith('DELETE /api/auth/sessions') && (role === 'admin' || role === 'staff')

/** Cycles through shuffled values, each equally often. */
function cycle<T>(values: readonly T[], random: Random): () => T {
  let left: T[] = []
  return () => {
    if (left.length === 0) left = random.shuffle(values)
    return left.pop() as T
  }
}

interface Options {
  operations: Operation[]
  random: Random
  pool: Pool
  tokenOf(role: Role): string | undefined
}

/** Makes requests with equal shares of operations and classes. */
export function createRequests({ operations, random, pool, tokenOf }: Options) {
  const sources = operations.map((operation) => ({
    operation,
    make: createGoodInput(operation, random.int(1, 2 ** 31)),
  }))
  const nextSource = cycle(sources, random)
  const nextKind = cycle(badKinds, random)
  const nextRole = cycle(WEIGHTS, random)
  let turn = 0

  function good(role: Role): Request {
    let source = nextSource()
    while (signsOut(source.operation, role)) source = nextSource()
    const { operation, make } = source
    const headers: [string, string][] = [
      ['X-Forwarded-For', `10.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(1, 254)}`],
    ]
    if (random.chance(0.5)) headers.push(['Idempotency-Key', `key-${random.int(1, 1e9)}-${turn}`])
    const cookie = operation.path.startsWith('/api/auth/') ? pool.pick('cookie') : undefined
    if (cookie && random.chance(0.5)) headers.push(['Cookie', cookie])
    turn += 1
    return { operation, role, kind: GOOD, method: operation.method, ...make(turn, pool), headers }
  }

  /** A request of this class; undefined if no operation takes it yet. */
  function badOf({ name, make }: Kind): Request | undefined {
    for (let tries = 0; tries < 3 * operations.length; tries += 1) {
      const request = good(nextRole())
      const changed = make(request, { random, pool, token: tokenOf(request.role) })
      if (changed && !locksOut({ ...request, ...changed })) return { ...request, ...changed, kind: name }
    }
    return undefined
  }

  function bad(): Request {
    for (;;) {
      const request = badOf(nextKind())
      if (request) return request
    }
  }
  /** Small first pages of all lists, whose next cursors are learnt. */
  const firstPages = (): Request[] =>
    sources
      .filter(({ operation }) => operation.parameters.some(({ name }) => name === 'after'))
      .map(({ operation, make }) => ({
        ...{ operation, role: 'admin', kind: GOOD, method: operation.method, headers: [] },
        ...make(turn, pool),
        query: [['limit', '1']],
      }))

  return {
    /** A request that may succeed. */
    good: () => good(nextRole()),
    firstPages,
    next: () => (random.int(1, GOOD_ONE_OF) === 1 ? good(nextRole()) : bad()),
  }
}

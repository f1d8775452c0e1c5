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
/** One of so many is good. */
const GOOD_ONE_OF = 5

/** Would ask for a second step of those who send the requests. */
const locksOut = ({ operation, body }: Request) =>
  operation.name === 'PUT /api/auth/settings' && /true|1/.test(JSON.stringify(body) ?? '')

/** Would end the sessions of those who send the requests. */
const signsOut = ({ name }: Operation, role: Role) =>
  name.startsWith('DELETE /api/auth/sessions') && (role === 'admin' || role === 'staff')

/** A cycle through shuffled values, so that each comes as often as the others. */
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

/** Makes one request after another: each operation and each class as often as the others. */
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

  /** Of this class, which not every operation takes; undefined where none does yet. */
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
  /** The first page of each list, so small that there is a next one, whose cursor is learnt. */
  const firstPages = (): Request[] =>
    sources
      .filter(({ operation }) => operation.parameters.some(({ name }) => name === 'after'))
      .map(({ operation, make }) => ({
        ...{ operation, role: 'admin', kind: GOOD, method: operation.method, headers: [] },
        ...make(turn, pool),
        query: [['limit', '1']],
      }))

  return {
    /** A request that may be let through. */
    good: () => good(nextRole()),
    firstPages,
    next: () => (random.int(1, GOOD_ONE_OF) === 1 ? good(nextRole()) : bad()),
  }
}

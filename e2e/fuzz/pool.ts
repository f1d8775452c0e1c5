import { DAY_MS } from '@mms/contracts'
import type { Random } from '@mms/service-kit/random'
import type { Operation } from './description.ts'
import type { Account } from './roles.ts'
import type { Answer } from './send.ts'

const ID_FIELD = /"_?id":"([0-9a-f-]{36})"/g
/** Ids and cursors kept per kind. */
const KEPT = 40

/** Known ids by collection, and cursors by address. */
export interface Pool {
  learn(operation: Operation, answer: Answer): void
  add(kind: string, id: string): void
  pick(kind: string): string | undefined
  /** Value for a field of this name; undefined if any will do. */
  valueOf(name: string, operation: Operation): string | boolean | undefined
  cursors(): string[]
  ids(): string[]
}

const kindOf = ({ path }: Operation) => path.split('/')[2] ?? ''

interface Accounts {
  /** Ids of the users who send requests, which none may change. */
  own: string[]
  victims: Account[]
}

const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

export function createPool(random: Random, accounts: Accounts): Pool {
  const kinds = new Map<string, string[]>()
  const add = (kind: string, id: string) => {
    const list = kinds.get(kind) ?? []
    if (list.includes(id) || accounts.own.includes(id)) return
    kinds.set(kind, [...list, id].slice(-KEPT))
  }
  const pick = (kind: string) => {
    const list = kinds.get(kind)
    return list && random.pick(list)
  }
  let turn = 0
  const values: Record<string, (operation: Operation) => string | boolean | undefined> = {
    id: (operation) => pick(kindOf(operation)),
    medicineId: () => pick('medicines'),
    medicine: () => pick('medicines'),
    after: (operation) => pick(`cursor ${operation.path}`),
    administratorsNeedSecondStep: () => false,
    // Often small, so that the list has a next page.
    limit: () => String(random.pick([1, 1, 2, 200])),
    startDate: () => dayIn(-random.int(0, 400)),
    endDate: () => dayIn(random.int(0, 30)),
    city: () => random.pick(['Mumbai', 'Delhi', 'Chennai']),
    email: ({ path }) => {
      turn += 1
      return path === '/api/users'
        ? `hand-${turn}-${random.int(0, 1e9)}@pharmacy.test`
        : random.pick(accounts.victims).email
    },
    password: ({ path }) => (path === '/api/auth/login' ? accounts.victims[0]?.password : undefined),
  }
  for (const { id } of accounts.victims) add('users', id)
  return {
    add,
    pick,
    learn(operation, { body, headers }) {
      for (const [, id = ''] of body.slice(0, 20_000).matchAll(ID_FIELD)) add(kindOf(operation), id)
      const after = /[?&]after=([^&>]+)/.exec(String(headers.link ?? ''))?.[1]
      const cookie = headers['set-cookie']?.[0]?.split(';')[0]
      if (cookie) add('cookie', cookie)
      if (after) add(`cursor ${operation.path}`, decodeURIComponent(after))
    },
    valueOf: (name, operation) => (Object.hasOwn(values, name) ? values[name]?.(operation) : undefined),
    cursors: () => [...kinds].filter(([kind]) => kind.startsWith('cursor')).flatMap(([, list]) => list),
    ids: () => [...kinds].filter(([kind]) => !/^cursor|^cookie/.test(kind)).flatMap(([, list]) => list),
  }
}

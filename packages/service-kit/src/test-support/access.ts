import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { Role } from '@mms/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../http/route.ts'
import type { Service } from '../service/definition.ts'
import type { TestCaller } from './app.ts'
import { type TestDatabase, testDatabases } from './databases.ts'
import type { OpenService } from './service.ts'
import { storedIn } from './stored.ts'

export type Callers = 'public' | 'signed-in' | Role | readonly string[]

export interface AccessRow {
  who: Callers
  /** A body that the route accepts, so that a caller who is wrongly let in does visible damage. */
  body?: unknown
  query?: string
}

/** Allowed callers by method and pattern, `'put /api/medicines/:id'`. */
export type RoleTable = Readonly<Record<string, Callers | AccessRow>>

export type AccessSubject = Pick<OpenService<Service>, 'client' | 'database' | 'tokens' | 'close'> & {
  service: { routes: Route[] }
  tokenOf?: (role: Role) => Promise<string>
}

interface Row extends AccessRow {
  name: string
  method: Route['method']
  path: string
}

/** A service with a valid token that no route names. */
const STRANGER = 'stranger'
/** Sends no token. */
const NOBODY = 'nobody'
/** Sends an administrator's token with a foreign signature. */
const FORGER = 'forger'

const isServices = (who: Callers): who is readonly string[] => typeof who === 'object'

function toRow([name, given]: [string, Callers | AccessRow]): Row {
  const row = typeof given === 'object' && 'who' in given ? given : { who: given }
  const [method, path] = name.split(' ') as [Route['method'], string]
  return { ...row, name, method, path }
}

const callersOf = ({ access, callers }: Route): Callers =>
  access === 'service' ? callers.toSorted() : access

const isLetIn = ({ who }: Row, caller: string): boolean =>
  isServices(who) ? who.includes(caller) : who === caller || (who === 'signed-in' && isPerson(caller))

const isPerson = (caller: string): caller is Role => caller === 'admin' || caller === 'staff'

function ask(client: TestCaller, { method, path, query = '', body }: Row, token: string | undefined) {
  const filled = path.replace(/:\w+/g, () => randomUUID())
  return client[method](query ? `${filled}?${query}` : filled, { body, ...(token && { token }) })
}

/**
 * Tests a role table on both databases: it names every route, only the listed callers get in, and refused calls change
 * nothing. Of invalid tokens each route refuses a forged one here; the kit's own tests have the others.
 */
export function testAccess(open: (database: TestDatabase) => Promise<AccessSubject>, table: RoleTable): void {
  const rows = Object.entries(table).map(toRow)
  const guarded = rows.filter(({ who }) => who !== 'public')
  const services = [...new Set(guarded.flatMap(({ who }) => (isServices(who) ? who : []))), STRANGER]

  describe.each(testDatabases())('access on $name', (testDatabase) => {
    let subject: AccessSubject
    const tokens = new Map<string, string>()
    let forged: string
    beforeAll(async () => {
      subject = await open(testDatabase)
      const { tokenOf = async (role: Role) => subject.tokens.token({ role }) } = subject
      for (const role of ['admin', 'staff'] as const) tokens.set(role, await tokenOf(role))
      for (const name of services) tokens.set(name, subject.tokens.serviceToken(name))
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      forged = subject.tokens.token({ role: 'admin', key: privateKey })
    })
    afterAll(() => subject.close())

    test('the role table names every route and who may call it', () => {
      const routes = subject.service.routes.map((route) => [
        `${route.method} ${route.path}`,
        callersOf(route),
      ])
      const named = rows.map(({ name, who }) => [name, isServices(who) ? who.toSorted() : who])
      expect(Object.fromEntries(routes)).toEqual(Object.fromEntries(named))
    })

    test.each(guarded)('$name lets in $who only', async (row) => {
      const [allowed, refused] = [true, false].map((letIn) =>
        [...tokens.keys()].filter((caller) => isLetIn(row, caller) === letIn),
      )
      const before = await storedIn(subject.database.db)
      for (const caller of [NOBODY, FORGER, ...(refused ?? [])]) {
        const token = caller === FORGER ? forged : tokens.get(caller)
        const { status } = await ask(subject.client, row, token)
        expect([401, 403], `${caller} was answered ${status}`).toContain(status)
      }
      expect(await storedIn(subject.database.db)).toEqual(before)
      for (const caller of allowed ?? []) {
        const { status } = await ask(subject.client, row, tokens.get(caller))
        expect([401, 403], `${caller} was refused`).not.toContain(status)
      }
    })
  })
}

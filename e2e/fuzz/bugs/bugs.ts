import type { Patch } from '../../chaos/bugs/bugs.ts'

const patch = (file: string, find: string, replace: string): Patch => ({ file, find, replace })
const dispatch = 'packages/service-kit/src/http/dispatch.ts'

/** One mistake of each kind that a run must find, all planted at once while the processes load their source text. */
export const bugs = {
  name: 'all',
  patches: [
    // 5xx: wherever the sales of today are asked for.
    patch(
      'services/sales/src/history/routes.ts',
      'handler: () => history.readToday(),',
      "handler: () => history.readToday().then(() => { throw new Error('planted') }),",
    ),
    // An answer that breaks its schema.
    patch(
      'services/inventory/src/catalogue/routes.ts',
      'handler: () => catalogue.summarize(),',
      'handler: async () => ({ ...(await catalogue.summarize()), total: "many" }) as never,',
    ),
    // A refused request that changes something: a refresh without a cookie.
    patch(
      'services/identity/src/sessions/service.ts',
      'if (token === undefined) throw sessionEnded()',
      `if (token === undefined) {
        await db('users').update({ name: String(Math.random()) })
        throw sessionEnded()
      }`,
    ),
    // An answer to a role that may not have it.
    patch('packages/service-kit/src/http/authorize.ts', 'role === access', 'true'),
    // A hang.
    patch(
      dispatch,
      'state.route = route.path',
      'if (ctx.headers.range) await new Promise(() => {})\n  state.route = route.path',
    ),
    // A path of this machine in a refusal.
    patch('packages/service-kit/src/errors.ts', 'detail: error.message,', 'detail: String(error.stack),'),
  ],
}

/** The kinds of finding that they are found as. */
export const CAUGHT_AS = [
  '5xx',
  'schema',
  'changed by a refused request',
  'wrong role',
  'hang',
  'leak',
] as const

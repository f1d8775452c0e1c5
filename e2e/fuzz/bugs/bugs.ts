import type { Patch } from '../../chaos/bugs/bugs.ts'

const patch = (file: string, find: string, replace: string): Patch => ({ file, find, replace })
const dispatch = 'packages/service-kit/src/http/dispatch.ts'

/** One mistake of each kind that a run must find, all planted at once while the processes load their source text. */
export const bugs = {
  name: 'all',
  patches: [
    // 5xx: a cursor of another list is not expected.
    patch(
      'packages/service-kit/src/http/cursor.ts',
      'if (result.success) return result.data',
      'return result.data!',
    ),
    // An answer that breaks its schema.
    patch(
      'services/inventory/src/catalogue/routes.ts',
      'handler: () => catalogue.summarize(),',
      'handler: async () => ({ ...(await catalogue.summarize()), total: "many" }) as never,',
    ),
    // A refused request that changes something: before it looks whether the import exists.
    patch(
      'services/inventory/src/imports/service.ts',
      'inTransaction(db, (trx) => undoSome(trx, id, actor, clock))',
      `db('medicines')
        .update({ min_stock_level: Math.ceil(Math.random() * 1e6) })
        .then(() => inTransaction(db, (trx) => undoSome(trx, id, actor, clock)))`,
    ),
    // An answer to a role that may not have it.
    patch('packages/service-kit/src/http/authorize.ts', 'role === access', 'true'),
    // A hang.
    patch(
      dispatch,
      'state.route = route.path',
      "if (ctx.headers.range === 'bytes=-1') await new Promise(() => {})\n  state.route = route.path",
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

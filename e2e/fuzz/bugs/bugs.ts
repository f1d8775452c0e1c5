import type { Patch } from '../../chaos/bugs/bug.ts'

const patch = (file: string, find: string, replace: string): Patch => ({ file, find, replace })

const others = {
  name: 'others',
  patches: [
    // 5xx: wherever the sales of today are asked for.
    patch(
      'services/sales/src/history/routes.ts',
      'handler: () => history.readToday(),',
      "handler: () => history.readToday().then(() => { throw new Error('planted') }),",
    ),
    // Answers that break their schema: all refusals.
    patch(
      'packages/service-kit/src/problems/problem.ts',
      "title: STATUS_CODES[error.status] ?? 'Error',",
      'title: 5 as never,',
    ),
    // A refused request that changes something: a refresh without a cookie.
    patch(
      'services/identity/src/sessions/service.ts',
      'if (token === undefined) throw sessionEndedProblem()',
      `if (token === undefined) {
        await db('users').update({ name: String(Math.random()) })
        throw sessionEndedProblem()
      }`,
    ),
    // A hang, before it is known who asks.
    patch(
      'gateway/src/proxy/api.ts',
      'if (!isApi(ctx.path)) return next()',
      'if (ctx.headers.range) await new Promise(() => {})\n    if (!isApi(ctx.path)) return next()',
    ),
    // A path of this machine in a refusal.
    patch(
      'packages/service-kit/src/problems/problem.ts',
      'detail: error.message,',
      'detail: String(error.stack),',
    ),
  ],
  caughtAs: ['5xx', 'schema', 'changed by a refused request', 'hang', 'leak'],
}

/** Alone: anybody may then end the sessions of those who send the requests. */
const roles = {
  name: 'roles',
  // An answer to a role that may not have it.
  patches: [patch('packages/service-kit/src/http/authorize.ts', 'role === access', 'true')],
  caughtAs: ['wrong role'],
}

const limits = 'services/sales/src/returns/staff-limits.ts'

/** Each pays somebody too much. */
const money = (name: string, ...patches: Patch[]) => ({ name, patches, caughtAs: ['money'] })
const dear = money('dear', patch(limits, 'if (sold * paise > paid)', 'if (sold * paise > paid * 1e9)'))
const noLimit = patch(limits, 'if (unsold * paise <= left)', 'if (unsold >= 0)')
const rupees = money('rupees', noLimit)
/** The limit in rupees alone would stop it. */
const unsold = money('unsold', noLimit, patch(limits, 'if (paise > usual)', 'if (paise > usual * 1e9)'))
const twice = money(
  'twice',
  patch(
    'services/sales/src/recording/service.ts',
    "if (original.type === 'sale') await",
    "if (original.type === 'return') await",
  ),
)
/** The undo of an approved return frees its quantity. */
const freed = money(
  'freed',
  patch(
    'services/sales/src/returns/store.ts',
    '...(await grouped(standingSales(db))),',
    `...(await grouped(standingSales(db))),
      ...(await grouped(db('transactions as t').where('t.type', 'return').whereNotNull('t.approved_by').whereNotNull('t.reversed_by')))
        .map((row) => ({ ...row, type: 'sale', isApproved: false })),`,
  ),
)

/** One mistake of each kind that runs must find, planted while the processes load their source text. */
export const bugs = { roles, others, dear, unsold, rupees, twice, freed }

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
      'packages/service-kit/src/errors.ts',
      "title: STATUS_CODES[error.status] ?? 'Error',",
      'title: 5 as never,',
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
    // A hang, before it is known who asks.
    patch(
      'gateway/src/proxy/api.ts',
      'if (!isApi(ctx.path)) return next()',
      'if (ctx.headers.range) await new Promise(() => {})\n    if (!isApi(ctx.path)) return next()',
    ),
    // A path of this machine in a refusal.
    patch('packages/service-kit/src/errors.ts', 'detail: error.message,', 'detail: String(error.stack),'),
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

/** One mistake of each kind that runs must find, planted while the processes load their source text. */
export const bugs = { roles, others }

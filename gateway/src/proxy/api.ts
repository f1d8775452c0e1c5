import { authorize, bodyLimitOf, problem, type RequestState, type Verifiers } from '@mms/service-kit'
import type { Middleware } from 'koa'
import { type ApiRoute, findRoute, type Service, type ServiceUrls } from '../routes.ts'
import { notInstalled } from './failures.ts'
import { holdBodies } from './held-bodies.ts'
import { inwardHeaders } from './inward-headers.ts'
import type { Limits } from './limits.ts'
import { createUpstream, type Forward } from './upstream.ts'

export interface ApiOptions {
  services: ServiceUrls
  verifiers: Verifiers
  limits: Limits
  trustedProxies: number
}

const titleOf = (service: Service) => service.charAt(0).toUpperCase() + service.slice(1)

function createForwards({ services, limits }: ApiOptions): Map<Service, Forward> {
  const forwards = new Map<Service, Forward>()
  for (const [service, target] of Object.entries(services) as [Service, string | undefined][]) {
    if (target) forwards.set(service, createUpstream({ name: titleOf(service), target, limits }))
  }
  return forwards
}

const isApi = (path: string) => path === '/api' || path.startsWith('/api/')

/** Serves `/api` by the route table: who is it, may they come in, which service answers. */
export function api(options: ApiOptions): Middleware {
  const forwards = createForwards(options)
  const holdBody = holdBodies(options.limits)
  return async (ctx, next) => {
    if (!isApi(ctx.path)) return next()
    const route = findRoute(ctx.path)
    if (!route) throw problem.notFound('gateway.no_such_address', 'There is nothing at this address')
    await forwardBy(route, ctx as never)
  }

  async function forwardBy(route: ApiRoute, ctx: Parameters<Forward>[0]): Promise<void> {
    const state = ctx.state as RequestState
    state.route = route.path
    const caller = await authorize(route, ctx.headers.authorization, options.verifiers)
    if (caller) state.callerId = caller.id
    const forward = forwards.get(route.service)
    if (!forward) throw notInstalled(titleOf(route.service))
    const body = await holdBody(ctx.req, bodyLimitOf(route.access))
    const headers = inwardHeaders(ctx, options.trustedProxies, body?.bytes)
    // The one cookie of the suite is identity's.
    if (route.service === 'identity' && ctx.headers.cookie) headers.cookie = ctx.headers.cookie
    ctx.res.setHeader('Cache-Control', 'no-store')
    await forward(ctx, headers, body?.bytes).finally(body?.release)
  }
}

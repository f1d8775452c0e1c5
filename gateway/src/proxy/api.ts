import {
  authorize,
  bodyLimitOf,
  networkOf,
  problem,
  type RequestState,
  type Verifiers,
} from '@mms/service-kit'
import type { Middleware } from 'koa'
import { clientAddress } from '../http/client-address.ts'
import { type AcquireSlot, createConcurrencyLimiter } from '../limits/concurrency-limiter.ts'
import { markSignedIn } from '../limits/connections.ts'
import type { CreateRefusal, Limits } from '../limits/limits.ts'
import { createWriteRateLimiter } from '../limits/limits.ts'
import type { Documents } from '../services/documents.ts'
import { findPublicRoute } from '../services/documents.ts'
import type { PrefixGrant, Services } from '../services/services.ts'
import { notInstalledProblem, unreachableProblem } from './exchange.ts'
import { forwardedHeaders } from './forwarded-headers.ts'
import { holdBodies } from './held-bodies.ts'
import { createUpstreams, type ForwardRequest } from './upstream.ts'

interface ApiOptions {
  services: Services
  documents: Documents
  verifiers: Verifiers
  limits: Limits
  refuse: CreateRefusal
  trustedProxies: number
}

const titleOf = (service: string) => service.charAt(0).toUpperCase() + service.slice(1).replaceAll('-', ' ')

const isApi = (path: string) => path === '/api' || path.startsWith('/api/')

export function proxyApi(options: ApiOptions): Middleware {
  const { services, documents } = options
  const upstreamOf = createUpstreams(options.limits)
  const holdBody = holdBodies(options.limits, options.refuse)
  const mayWrite = createWriteRateLimiter(options.limits)
  const limiters = new Map<string, AcquireSlot>()

  return async (ctx, next) => {
    if (!isApi(ctx.path)) return next()
    const grant = services.find(ctx.path)
    if (!grant) throw problem.notFound('gateway.no_such_address', 'There is nothing at this address')
    await forwardBy(grant, ctx as never)
  }

  async function publicRoute({ service, url }: PrefixGrant, method: string, path: string) {
    if (url === undefined) return undefined
    const document = await documents.lastGood(service, url).catch((cause: Error) => {
      throw unreachableProblem(titleOf(service), cause)
    })
    return findPublicRoute(document, method, path)
  }

  function limiterOf(service: string, access: 'public' | 'signed-in'): AcquireSlot {
    const key = `${service} ${access}`
    const acquireSlot = limiters.get(key) ?? createConcurrencyLimiter(options.limits, options.refuse)
    limiters.set(key, acquireSlot)
    return acquireSlot
  }

  async function forwardBy(grant: PrefixGrant, ctx: Parameters<ForwardRequest>[0]): Promise<void> {
    const state = ctx.state as RequestState
    state.route = grant.prefix
    const open = await publicRoute(grant, ctx.method, ctx.path)
    state.route = open ?? grant.prefix
    const access = open === undefined ? 'signed-in' : 'public'
    const withGivenPassword = grant.service === 'identity'
    const door = { access, withGivenPassword } as const
    const caller = await authorize(door, ctx.headers.authorization, options.verifiers)
    if (caller) {
      state.callerId = caller.id
      markSignedIn(ctx.req.socket)
    }
    if (grant.url === undefined) throw notInstalledProblem(titleOf(grant.service))
    const forward = upstreamOf(titleOf(grant.service), grant.url)
    const isWrite = ctx.method !== 'GET' && ctx.method !== 'HEAD'
    if (caller && isWrite && !mayWrite(caller.id)) throw options.refuse('writes')
    const body = await holdBody(ctx.req, bodyLimitOf(access), caller?.id)
    let releaseSlot: (() => void) | undefined
    try {
      const who = caller?.id ?? networkOf(clientAddress(ctx, options.trustedProxies))
      releaseSlot = await limiterOf(grant.service, access)(who, ctx.res)
      // Only identity reads and sets cookies.
      const headers = forwardedHeaders(ctx, options.trustedProxies, body?.bytes)
      if (grant.service === 'identity' && ctx.headers.cookie) headers.cookie = ctx.headers.cookie
      ctx.res.setHeader('Cache-Control', 'no-store')
      await forward(ctx, headers, body?.bytes)
    } finally {
      releaseSlot?.()
      body?.release()
    }
  }
}

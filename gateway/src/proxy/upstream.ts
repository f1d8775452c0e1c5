import {
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { findInProcess } from '@mms/service-kit'
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware'
import type { Context } from 'koa'
import type { Limits } from '../limits/limits.ts'
import { Exchange, upstreamProblem } from './exchange.ts'
import { isEndToEnd, type KeepHeader, relayAnswer, type UpstreamAnswer } from './relay.ts'

export type ForwardRequest = (ctx: Context, headers: IncomingHttpHeaders, body?: Buffer) => Promise<void>

const KEEP_ALIVE = { keepAlive: true, maxSockets: 256, maxFreeSockets: 64 }

/** A WeakMap instead of this property would cost a fifth of the proxy's time. */
const EXCHANGE = Symbol('exchange')
type Tied = ServerResponse & { [EXCHANGE]?: Exchange }

function passOn(exchange: Exchange, answer: UpstreamAnswer, keep: KeepHeader): void {
  if (!exchange.answering(answer)) return
  try {
    relayAnswer(answer, exchange.ctx.req, exchange.ctx.res, keep)
  } catch (error) {
    exchange.fail(upstreamProblem(exchange.name, error as Error))
  }
}

/** Used instead of the proxy's own plugins. */
function exchangeEvents(
  name: string,
  keep: KeepHeader,
  sendAgain: (req: IncomingMessage, res: Tied) => void,
): Plugin<IncomingMessage, Tied> {
  return (proxy) => {
    proxy.on('proxyReq', (upstream, _req, res) => res[EXCHANGE]?.sending(upstream))
    proxy.on('proxyRes', (answer, _req, res) => res[EXCHANGE] && passOn(res[EXCHANGE], answer, keep))
    proxy.on('error', (error, req, res) => {
      const tied = res as Tied | undefined
      const exchange = tied?.[EXCHANGE]
      if (req && tied && exchange?.mayBeSentAgain(error)) sendAgain(req, tied)
      else exchange?.fail(upstreamProblem(name, error))
    })
    proxy.on('econnreset', () => {})
  }
}

export function createUpstreams(limits: Pick<Limits, 'upstreamMs'>, keepHeader = isEndToEnd) {
  const forwards = new Map<string, ForwardRequest>()
  return (name: string, target: string): ForwardRequest => {
    const key = `${name} ${target}`
    const forward = forwards.get(key) ?? createUpstream(name, target, { limits, keepHeader })
    forwards.set(key, forward)
    return forward
  }
}

function createUpstream(
  name: string,
  target: string,
  { limits, keepHeader }: { limits: Pick<Limits, 'upstreamMs'>; keepHeader: KeepHeader },
): ForwardRequest {
  const { protocol, hostname, port, host, origin } = new URL(target)
  const agent = protocol === 'https:' ? new HttpsAgent(KEEP_ALIVE) : new HttpAgent(KEEP_ALIVE)
  const sendAgain = (req: IncomingMessage, res: Tied) => {
    // A service that closed one idle connection (after a restart, say) has closed the others, too.
    for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy()
    void proxy(req, res)
  }
  const proxy = createProxyMiddleware<IncomingMessage, Tied>({
    // As an object, because the proxy would parse a string for every request.
    target: { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port },
    agent,
    pathFilter: () => true,
    selfHandleResponse: true,
    ejectPlugins: true,
    plugins: [exchangeEvents(name, keepHeader, sendAgain)],
  })
  return async (ctx, headers, body) => {
    const exchange = new Exchange(ctx, { name, upstreamMs: limits.upstreamMs, body })
    const callInProcess = findInProcess(origin)
    if (callInProcess) {
      const answer = callInProcess({ method: ctx.method, path: ctx.req.url ?? '', headers, body })
      exchange.calling(answer)
      answer.once('response', () => passOn(exchange, answer, keepHeader))
      answer.once('close', () => {
        if (!answer.readableEnded) exchange.fail(upstreamProblem(name, new Error('the answer broke off')))
      })
    } else {
      const res: Tied = ctx.res
      res[EXCHANGE] = exchange
      ctx.req.headers = { ...headers, host }
      void proxy(ctx.req, res)
    }
    await exchange.done
  }
}

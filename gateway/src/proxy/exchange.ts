import type { ClientRequest } from 'node:http'
import { CLIENT_GONE, ProblemError, problem } from '@mms/service-kit'
import type { Context } from 'koa'
import { endWithBody, type UpstreamAnswer } from './relay.ts'

/** With these errors nothing was sent, so a retry is safe. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

interface ExchangeOptions {
  name: string
  /** Longest wait for the response to begin, and between two chunks. */
  upstreamMs: number
  body: Buffer | undefined
}

/** One proxied request and its timeout. `done` rejects only while the gateway can still respond itself. */
export class Exchange {
  readonly done: Promise<void>
  readonly ctx: Context
  readonly name: string
  readonly #options: ExchangeOptions
  #timer: NodeJS.Timeout | undefined
  #upstream: ClientRequest | UpstreamAnswer | undefined
  #isSentAgain = false
  #isSilent = false
  #settle: { resolve: () => void; reject: (error: ProblemError) => void } | undefined

  constructor(ctx: Context, options: ExchangeOptions) {
    this.ctx = ctx
    this.name = options.name
    this.#options = options
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    ctx.respond = false
    ctx.res.once('close', () => this.#closed())
    this.#awaitAnswer()
  }

  sending(upstream: ClientRequest): void {
    this.#upstream = upstream
    if (!this.#settle) upstream.destroy()
    // The request is then finished, so the proxy adds no body.
    else if (this.#options.body) endWithBody(upstream, this.#options.body)
    // Ends the retry, because the proxy would wait for the client's body, which has ended already.
    else if (this.#isSentAgain) upstream.end()
  }

  calling(answer: UpstreamAnswer): void {
    this.#upstream = answer
  }

  /** True once, for a read on a kept-alive connection that the service has just closed. The timeout continues. */
  mayBeSentAgain({ code }: NodeJS.ErrnoException): boolean {
    const isReset = code === 'ECONNRESET' || code === 'EPIPE'
    const { ctx } = this
    const onlyReads = ctx.method === 'GET' || ctx.method === 'HEAD'
    if (!isReset || !onlyReads || this.#isSentAgain || !this.#settle || ctx.res.headersSent) return false
    this.#isSentAgain = (this.#upstream as ClientRequest | undefined)?.reusedSocket === true
    return this.#isSentAgain
  }

  answering(answer: UpstreamAnswer): boolean {
    if (!this.#settle) return false
    const heard = () => {
      this.#isSilent = false
      this.#timer?.refresh()
    }
    heard()
    answer.on('data', heard)
    return true
  }

  fail(error: ProblemError): void {
    const settle = this.#take()
    if (!settle) return
    const { ctx } = this
    this.#upstream?.destroy()
    if (ctx.res.headersSent || ctx.res.destroyed) {
      // Log and metrics then count the broken response as failed.
      ctx.res.statusCode = error.status
      ctx.res.destroy()
      settle.resolve()
    } else {
      ctx.respond = true
      settle.reject(error)
    }
  }

  #awaitAnswer(): void {
    const { upstreamMs } = this.#options
    this.#timer = setTimeout(() => {
      this.#isSilent = true
      // If this process itself stood still, the answer is already here, and is read before an immediate.
      setImmediate(() => {
        if (!this.#isSilent || !this.#timer) return
        // A slow client causes the pause, not the service. The server itself ends stalled clients.
        if (this.ctx.res.writableNeedDrain) this.#awaitAnswer()
        else this.fail(upstreamTooSlow(this.name))
      })
    }, upstreamMs)
  }

  #closed(): void {
    const { res } = this.ctx
    if (this.#settle && !res.writableFinished) {
      res.statusCode = CLIENT_GONE
      this.#upstream?.destroy()
    }
    this.#take()?.resolve()
  }

  #take() {
    const settle = this.#settle
    this.#settle = undefined
    clearTimeout(this.#timer)
    this.#timer = undefined
    return settle
  }
}

export const unreachableProblem = (name: string, cause: Error): ProblemError =>
  problem.unavailable('gateway.not_reachable', `${name} is not running right now. Please try again soon`, {
    headers: { 'Retry-After': '2' },
    cause,
  })

export function upstreamProblem(name: string, cause: Error): ProblemError {
  const { code } = cause as NodeJS.ErrnoException
  if (code && NOT_CONNECTED.has(code)) return unreachableProblem(name, cause)
  return new ProblemError(502, 'gateway.broken_answer', `${name} failed to answer. Please try again`, {
    cause,
  })
}

const upstreamTooSlow = (name: string) =>
  new ProblemError(504, 'gateway.too_slow', `${name} did not answer in time. Please try again`)

export const notInstalledProblem = (name: string) =>
  problem.unavailable('gateway.not_installed', `${name} is not part of this installation yet`)

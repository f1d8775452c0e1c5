import type { ClientRequest, IncomingMessage } from 'node:http'
import type { ProblemError } from '@mms/service-kit'
import type { Context } from 'koa'
import { endWhole } from './end-whole.ts'
import { upstreamTooSlow } from './failures.ts'

/** As logs of other proxies name a client that went away before its answer. */
const CLIENT_GONE = 499

interface ExchangeOptions {
  /** The service as messages to people name it. */
  name: string
  /** How long the service may take to begin its answer, and then between two pieces of it. */
  upstreamMs: number
  body: Buffer | undefined
}

/**
 * One request on its way to an upstream and back: its limit of time, and how it ended.
 * `done` resolves when the answer was sent or the client left, and rejects while we can still answer ourselves.
 */
export class Exchange {
  readonly done: Promise<void>
  readonly ctx: Context
  readonly #options: ExchangeOptions
  #timer: NodeJS.Timeout | undefined
  #upstream: ClientRequest | undefined
  #isSentAgain = false
  #settle: { resolve: () => void; reject: (error: ProblemError) => void } | undefined

  constructor(ctx: Context, options: ExchangeOptions) {
    this.ctx = ctx
    this.#options = options
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    ctx.respond = false
    ctx.res.once('close', () => this.#closed())
    this.#awaitAnswer()
  }

  /** The request to the upstream has a connection and is about to be sent. */
  sending(upstream: ClientRequest): void {
    this.#upstream = upstream
    if (!this.#settle) upstream.destroy()
    // The proxy then finds the client's request read to its end, and adds nothing.
    else if (this.#options.body) endWhole(upstream, this.#options.body)
    // The proxy would wait for the end of the client's request, which has been.
    else if (this.#isSentAgain) upstream.end()
  }

  /**
   * True once, for a request that only reads and whose connection had been idle: the service closed it in the moment in
   * which it was used again. The time that it may take goes on.
   */
  mayBeSentAgain({ code }: NodeJS.ErrnoException): boolean {
    const isReset = code === 'ECONNRESET' || code === 'EPIPE'
    const { ctx } = this
    const onlyReads = ctx.method === 'GET' || ctx.method === 'HEAD'
    if (!isReset || !onlyReads || this.#isSentAgain || !this.#settle || ctx.res.headersSent) return false
    this.#isSentAgain = this.#upstream?.reusedSocket === true
    return this.#isSentAgain
  }

  /** The answer begins: from now on its pauses are timed. False when the client is gone. */
  answering(answer: IncomingMessage): boolean {
    if (!this.#settle) return false
    this.#timer?.refresh()
    answer.on('data', () => this.#timer?.refresh())
    return true
  }

  /** Answers with a problem, or cuts the connection when an answer has already begun. */
  fail(error: ProblemError): void {
    const settle = this.#take()
    if (!settle) return
    const { ctx } = this
    this.#upstream?.destroy()
    if (ctx.res.headersSent || ctx.res.destroyed) {
      // For log and metrics: what broke off was not served.
      ctx.res.statusCode = error.status
      ctx.res.destroy()
      settle.resolve()
    } else {
      ctx.respond = true
      settle.reject(error)
    }
  }

  #awaitAnswer(): void {
    const { name, upstreamMs } = this.#options
    this.#timer = setTimeout(() => {
      // It waits for the client, which reads slowly; one that stands still is ended by the server.
      if (this.ctx.res.writableNeedDrain) this.#awaitAnswer()
      else this.fail(upstreamTooSlow(name))
    }, upstreamMs)
  }

  #closed(): void {
    const { res } = this.ctx
    if (this.#settle && !res.writableFinished) res.statusCode = CLIENT_GONE
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

import type { ClientRequest, IncomingMessage } from 'node:http'
import type { ProblemError } from '@mms/service-kit'
import type { Context } from 'koa'
import { clientTooSlow, upstreamTooSlow } from './failures.ts'
import { announcesBody, type Limits, tooLarge } from './limits.ts'

/** As logs of other proxies name a client that went away before its answer. */
const CLIENT_GONE = 499

/**
 * One request on its way to an upstream and back: its limits of size and time, and how it ended.
 * `done` resolves when the answer was sent or the client left, and rejects while we can still answer ourselves.
 */
export class Exchange {
  readonly done: Promise<void>
  readonly ctx: Context
  readonly #name: string
  readonly #limits: Limits
  readonly #hasBody: boolean
  #timer: NodeJS.Timeout | undefined
  #upstream: ClientRequest | undefined
  #settle: { resolve: () => void; reject: (error: ProblemError) => void } | undefined

  constructor(ctx: Context, name: string, limits: Limits) {
    this.ctx = ctx
    this.#name = name
    this.#limits = limits
    this.#hasBody = announcesBody(ctx.req, limits.bodyBytes)
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    ctx.respond = false
    ctx.res.once('close', () => this.#closed())
    if (this.#hasBody) this.#awaitBody()
    else this.#awaitAnswer()
  }

  /** The request to the upstream has a connection and is about to be sent. */
  sending(upstream: ClientRequest): void {
    this.#upstream = upstream
    if (!this.#settle) upstream.destroy()
    else if (this.#hasBody) this.#countBody()
  }

  /** The answer begins: from now on its pauses are timed. False when nobody waits for it any more. */
  answering(answer: IncomingMessage): boolean {
    if (!this.#settle) return false
    this.#awaitAnswer()
    answer.on('data', () => this.#timer?.refresh())
    return true
  }

  /** Answers with a problem, or cuts the connection when an answer has already begun. */
  fail(error: ProblemError): void {
    const settle = this.#take()
    if (!settle) return
    const { ctx } = this
    ctx.req.unpipe()
    ctx.req.resume()
    this.#upstream?.destroy()
    if (ctx.res.headersSent || ctx.res.destroyed) {
      ctx.res.destroy()
      settle.resolve()
    } else {
      ctx.respond = true
      settle.reject(error)
    }
  }

  #awaitAnswer(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.fail(upstreamTooSlow(this.#name)), this.#limits.upstreamMs)
  }

  #awaitBody(): void {
    this.#timer = setTimeout(() => this.fail(clientTooSlow()), this.#limits.bodyMs)
    this.ctx.req.once('end', () => {
      if (this.#settle) this.#awaitAnswer()
    })
  }

  /** Runs in the same turn in which the proxy begins to pipe, so that no piece is missed or lost. */
  #countBody(): void {
    let bytes = 0
    this.ctx.req.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > this.#limits.bodyBytes) this.fail(tooLarge(this.#limits.bodyBytes))
    })
  }

  #closed(): void {
    const { res } = this.ctx
    if (!res.headersSent) res.statusCode = CLIENT_GONE
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

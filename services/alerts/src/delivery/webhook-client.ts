import { createHmac } from 'node:crypto'
import type { Delivery } from './store.ts'

export interface WebhookOptions {
  url: string
  /** Known to us and to whoever receives: it proves who sent a message. */
  secret: string
  /** How long it may take to answer. */
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000

/** Nobody answered; whoever is told next would wait as long in vain. */
export class UnreachableError extends Error {}

/**
 * The signature of a message after Standard Webhooks (standardwebhooks.com): base64 of the HMAC-SHA-256 of
 * `id.seconds.body`. `secret` counts as it is written, or, after `whsec_`, as base64.
 */
export function signatureOf(secret: string, id: string, seconds: number, body: string): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

/** Why nobody answered, without the address: fetch names it whole at times, and a key may stand in it. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as Error
  if (name === 'TimeoutError') return 'no answer in time'
  if (cause instanceof Error) return (cause as NodeJS.ErrnoException).code ?? cause.message
  return name
}

/** Sends one delivery; throws when it was not taken. The id is the same in every attempt, so that it can be taken once. */
export function createWebhook({ url, secret, timeoutMs = TIMEOUT_MS }: WebhookOptions) {
  return async function send({ id, payload }: Delivery, at: Date, signal: AbortSignal): Promise<void> {
    const seconds = Math.floor(at.getTime() / 1000)
    const body = JSON.stringify({ ...(payload as object), timestamp: at.toISOString() })
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signatureOf(secret, id, seconds, body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    }).catch((error: unknown) => {
      throw new UnreachableError(`not reached: ${reasonOf(error)}`)
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
  }
}

import { createHmac } from 'node:crypto'
import type { Outbound } from '@mms/service-kit'
import type { Delivery } from './store.ts'

export interface WebhookOptions {
  url: string
  /** Known to the receiver, which verifies the sender with it. */
  secret: string
  outbound: Pick<Outbound, 'send'>
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000

/** Signs as Standard Webhooks demands (standardwebhooks.com). A secret after `whsec_` is base64, any other is text. */
export function signatureOf(secret: string, id: string, seconds: number, body: string): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

/** Throws if the receiver did not accept. All attempts use the same id, so that the receiver can drop duplicates. */
export function createWebhook({ url, secret, outbound, timeoutMs = TIMEOUT_MS }: WebhookOptions) {
  return async function send({ id, payload }: Delivery, at: Date, signal: AbortSignal): Promise<void> {
    const seconds = Math.floor(at.getTime() / 1000)
    const body = JSON.stringify({ ...(payload as object), timestamp: at.toISOString() })
    await outbound.send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signatureOf(secret, id, seconds, body),
      },
      body,
      timeoutMs,
      signal,
    })
  }
}

import { UnreachableError } from '@mms/service-kit'
import type { Attempts } from './attempts.ts'
import type { Delivery } from './store.ts'

export type CallWebhook = (delivery: Delivery, at: Date, signal: AbortSignal) => Promise<void>

export interface WebhookRoundOptions {
  attempts: Attempts
  call: CallWebhook
  now: () => Date
}

/**
 * Calls the webhook with what is due. Each is claimed when its turn comes: a hundred that are slow take longer than a
 * claim lasts. Where nobody answers, the others wait for the next round, and none of their attempts is spent.
 */
export async function callWebhooks({ attempts, call, now }: WebhookRoundOptions, signal: AbortSignal) {
  for (const delivery of await attempts.listDue('webhook')) {
    signal.throwIfAborted()
    if (!(await attempts.claim(delivery))) continue
    const failure = await attempts.attempt([delivery], () => call(delivery, now(), signal), signal)
    if (failure instanceof UnreachableError) return
  }
}

import { UnreachableError } from '@mms/service-kit'
import type { Attempts } from './attempts.ts'
import type { Delivery } from './store.ts'

export type CallWebhook = (delivery: Delivery, at: Date, signal: AbortSignal) => Promise<void>

/** Calls the webhook with what is due, each claimed when its turn comes. Without an answer the others wait, unattempted. */
export async function callWebhooks(
  attempts: Attempts,
  call: CallWebhook,
  now: () => Date,
  signal: AbortSignal,
) {
  for (const delivery of await attempts.listDue('webhook')) {
    signal.throwIfAborted()
    if (!(await attempts.claim(delivery))) continue
    const failure = await attempts.attempt([delivery], () => call(delivery, now(), signal), signal)
    if (failure instanceof UnreachableError) return
  }
}

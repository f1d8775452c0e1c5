import type { Job } from '@mms/service-kit'
import { type AttemptOptions, createAttempts } from './attempts.ts'
import { type SendMail, sendMails } from './mails.ts'
import type { Channel } from './store.ts'
import { type CallWebhook, callWebhooks } from './webhooks.ts'

export interface SenderOptions extends AttemptOptions {
  sendMail?: SendMail | undefined
  callWebhook?: CallWebhook | undefined
  origin?: string | undefined
}

const LOOK_EVERY_MS = 10_000
const PRUNE_EVERY_MS = 3_600_000

/** Each channel has its own job, so that one that hangs blocks no other. */
export function createSender({ sendMail, callWebhook, origin, ...options }: SenderOptions) {
  const attempts = createAttempts(options)
  const woken = new Map<string, EventTarget>()

  function jobOf(channel: Channel, run: (signal: AbortSignal) => Promise<void>): Job {
    const target = new EventTarget()
    woken.set(channel, target)
    return { name: `alert-${channel}`, everyMs: LOOK_EVERY_MS, run, woken: target }
  }

  // Also prunes when all channels are off.
  const jobs: Job[] = [{ name: 'alert-delivery-pruning', everyMs: PRUNE_EVERY_MS, run: attempts.prune }]
  if (callWebhook)
    jobs.unshift(jobOf('webhook', (signal) => callWebhooks(attempts, callWebhook, options.now, signal)))
  if (sendMail) jobs.unshift(jobOf('email', (signal) => sendMails(attempts, sendMail, origin, signal)))

  const wake = (channel: string) => void woken.get(channel)?.dispatchEvent(new Event('wake'))
  return { jobs, wake }
}

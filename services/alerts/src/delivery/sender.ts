import type { Job } from '@mms/service-kit'
import { type AttemptOptions, createAttempts } from './attempts.ts'
import { type SendMail, sendMails } from './mails.ts'
import type { Channel } from './store.ts'
import { type CallWebhook, callWebhooks } from './webhooks.ts'

export interface SenderOptions extends AttemptOptions {
  /** Absent where mails are off. */
  sendMail?: SendMail | undefined
  /** Absent where there is no webhook. */
  callWebhook?: CallWebhook | undefined
  /** Of the browser, for links. */
  origin?: string | undefined
}

const LOOK_EVERY_MS = 10_000
const PRUNE_EVERY_MS = 3_600_000

/** Sends what is due, in whichever replica claims it. Each channel has a job of its own: one that hangs keeps no other back. */
export function createSender({ sendMail, callWebhook, origin, ...options }: SenderOptions) {
  const attempts = createAttempts(options)
  const woken = new Map<string, EventTarget>()

  function jobOf(channel: Channel, run: (signal: AbortSignal) => Promise<void>): Job {
    const target = new EventTarget()
    woken.set(channel, target)
    return { name: `alert-${channel}`, everyMs: LOOK_EVERY_MS, run, woken: target }
  }

  // Pruning also where all channels are off: what is left of them grows old too.
  const jobs: Job[] = [{ name: 'alert-delivery-pruning', everyMs: PRUNE_EVERY_MS, run: attempts.prune }]
  if (callWebhook)
    jobs.unshift(jobOf('webhook', (signal) => callWebhooks(attempts, callWebhook, options.now, signal)))
  if (sendMail) jobs.unshift(jobOf('email', (signal) => sendMails(attempts, sendMail, origin, signal)))

  /** There is something to send by a channel. */
  const wake = (channel: string) => void woken.get(channel)?.dispatchEvent(new Event('wake'))
  return { jobs, wake }
}

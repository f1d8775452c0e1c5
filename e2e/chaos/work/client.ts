import { setTimeout as delay } from 'node:timers/promises'
import { IDEMPOTENCY_KEY_HEADER, REPLAYED_HEADER, type Transaction } from '@mms/contracts'
import type { Random } from '@mms/service-kit/random'
import type { Program } from '../stage/program.ts'
import { releasesOf, type Stage } from '../stage/stage.ts'
import { ask, type Received } from './ask.ts'
import type { Answer, Entry, Intent, Journal } from './journal.ts'

const REQUEST_TIMEOUT_MS = 3_000
const LONGEST_TIMEOUT_MS = 24_000
const LONGEST_PAUSE_MS = 2_000

type Sale = Partial<Transaction> & { code?: string; message?: string }

export interface ClientOptions {
  stage: Stage
  journal: Journal
  /** Aborted when the run no longer needs answers. */
  patience: AbortSignal
}

/** A user's browser: retries with the same key until it has a final answer. */
export function createClient({ stage, journal, patience }: ClientOptions, random: Random) {
  const { counts } = journal

  async function post(to: Program, path: string, timeoutMs: number, body?: object, key?: string) {
    counts.requests += 1
    const answer = await ask<Sale>(`${to.url}${path}`, {
      method: 'POST',
      token: stage.staffToken,
      body,
      ...(key && { headers: { [IDEMPOTENCY_KEY_HEADER]: key } }),
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), patience]),
    })
    if (!answer) counts.failedRequests += 1
    return answer
  }

  function send({ intent, askedOf }: Entry, timeoutMs: number) {
    const { body, key, reverses } = intent
    const to = random.pick(stage.sales)
    askedOf.add(to.release.name)
    const path = body ? '/api/transactions' : `/api/transactions/${reverses}/reversal`
    return post(to, path, timeoutMs, body, key)
  }

  async function cancel(entry: Entry, id: string): Promise<void> {
    const path = `/api/transactions/${id}/cancellation`
    const answer = await post(random.pick(stage.sales), path, REQUEST_TIMEOUT_MS)
    if (answer?.status === 200) entry.cancelled = id
  }

  /** Undefined if the time limit ended first. */
  async function untilFinal(entry: Entry, cancels: boolean): Promise<Answer | undefined> {
    for (let failures = 0; !patience.aborted; ) {
      const answer = await send(entry, Math.min(LONGEST_TIMEOUT_MS, REQUEST_TIMEOUT_MS * 2 ** failures))
      failures = answer ? 0 : failures + 1
      if (answer?.headers.has(REPLAYED_HEADER.toLowerCase())) counts.replays += 1
      if (answer?.status === 202) {
        counts.accepted += 1
        if (cancels) await cancel(entry, answer.body._id as string)
      }
      const isOpen = !answer || answer.status === 202 || answer.status >= 500
      if (!isOpen && answer.body.code !== 'sales.in_flight') return toAnswer(answer)
      const pause = answer ? random.int(100, 500) : random.int(30, 200) * 2 ** (failures - 1)
      await delay(Math.min(LONGEST_PAUSE_MS, pause), undefined, { signal: patience }).catch(() => {})
    }
    return undefined
  }

  return {
    /** Submits an intent, sometimes twice at once. Returns all answers. */
    async submit(intent: Intent, times: number, cancels: boolean): Promise<Entry> {
      const begunOn = releasesOf(stage)
      const entry: Entry = { intent, answers: [], askedOf: new Set(), begunOn }
      journal.entries.push(entry)
      counts.duplicates += times - 1
      const clients = Array.from({ length: times }, () => untilFinal(entry, cancels))
      entry.answers = (await Promise.all(clients)).filter((answer) => answer !== undefined)
      return entry
    },
    /** Repeats an old request, as a restored tab does. */
    async askAgain(entry: Entry): Promise<void> {
      counts.askedAgain += 1
      const answer = await untilFinal(entry, false)
      if (answer) entry.answers.push(answer)
    },
  }
}
export type Client = ReturnType<typeof createClient>

function toAnswer({ status, body }: Received<Sale>): Answer {
  if (status === 201) return { status, id: body._id as string, newStockLevel: body.newStockLevel ?? null }
  return { status, code: body.code ?? '', message: body.message ?? '' }
}

import { useEffect, useSyncExternalStore } from 'react'
import { v4 } from 'uuid'
import { serverNow } from '../server-clock.ts'
import { session, useSession } from '../session/session.ts'
import type { Outcome } from './ask.ts'
import { attempt } from './attempt.ts'
import { retry, takeBack, type Withdrawn, withdraw } from './decide.ts'
import { isReplacement, isWithdrawn, type OutboxEntry, type OutboxItem } from './entry.ts'
import { keepSending, sendWaiting } from './keep-sending.ts'
import { addOffer } from './offers.ts'
import { releaseReplacements } from './replace.ts'
import { addShows } from './shown.ts'
import { entries, type OutboxChange } from './storage.ts'

/** What a form learns of what it has submitted. `waiting`: it is kept, and sent as soon as that is possible. */
export type Submitted =
  | { status: 'done'; answer: Record<string, unknown> }
  | { status: 'waiting' }
  /** The entry stays until `forget`. */
  | { status: 'refused'; key: string; problem: string; errors: Record<string, string> }

/** How long a form waits for the answer before it goes on without it. */
const ANSWER_TIMEOUT_MS = 4_000

const underWay = new Map<string, Promise<Submitted>>()

/** A new Idempotency-Key. (`crypto.randomUUID` is missing on a shop's plain http.) */
export const newKey = (): string => v4()

/**
 * Records things exactly once, whatever happens to the connection, the tab or the mouse button: an item is kept in
 * the browser before it is sent, and sent with its Idempotency-Key until the server has said yes or no.
 *
 * ```ts
 * const result = await outbox.submit({ key, path: '/api/transactions', body, title, successText, failureText })
 * if (result.status === 'refused') { showErrors(result.errors); outbox.forget(result.key) }
 * ```
 */
export const outbox = {
  /** The same item submitted again while it is under way is the same submission. */
  submit(item: OutboxItem): Promise<Submitted> {
    const running = underWay.get(item.key)
    if (running) return running
    const submission = submit(item).finally(() => underWay.delete(item.key))
    underWay.set(item.key, submission)
    return submission
  },
  find(key: string): OutboxEntry | null {
    const { user } = session.get()
    return user && entries.find(user.id, key)
  },
  /** All of the signed-in person that are not done, also those that are being sent; oldest first. */
  list(): OutboxEntry[] {
    const { user } = session.get()
    return user ? entries.list(user.id) : []
  },
  /** Takes one away that was refused, or recorded before it could be taken back, once the person has seen it. */
  forget(key: string): void {
    const entry = outbox.find(key)
    if (entry?.state !== 'refused' && entry?.state !== 'recorded') return
    releaseReplacements(entry.userId)
    entries.remove(entry.userId, key)
  },
  /** Tries a stopped one again. */
  retry(key: string): void {
    const entry = outbox.find(key)
    if (entry?.state === 'stopped') retry(entry)
  },
  /**
   * Takes one back, after which it can be made again in another form. `path` answers what became of its key, and makes
   * sure that nothing comes of it any more. `keep` leaves it here as a refused one, to be made again later. `later` takes
   * back what waits, too, and without a connection: the server is asked until it answers, and the entry stays meanwhile
   * (`withdrawal`). Without it only what is stopped is taken back, and only by an answer.
   */
  async withdraw(
    key: string,
    path: string,
    { keep = false, later = false }: { keep?: boolean; later?: boolean } = {},
  ): Promise<Withdrawn> {
    const entry = outbox.find(key)
    if (!entry) return { status: 'unknown', problem: 'It is not here any more' }
    return later ? takeBack(entry, { path, keep }) : withdraw(entry, path, { keep })
  },
  /**
   * What the message about something recorded offers, for example its undo. Returns the function that ends it.
   * `outbox.offer((entry, answer) => ({ label: 'Undo', run: () => undo(answer) }))`
   */
  offer: addOffer,
  /**
   * For a page that shows itself what was refused or needs a decision: where it does, no message says so a second time.
   * `outbox.shows((entry) => isTransaction(entry) && isInSight())`. Returns the function that ends it.
   */
  shows: addShows,
  /** Returns the function that stops listening. */
  onChange: (listener: (change: OutboxChange) => void) => entries.onChange(listener),
}

async function submit(item: OutboxItem): Promise<Submitted> {
  const { user } = session.get()
  if (!user) throw new Error('Nobody is signed in')
  const { id: userId, name: userName } = user
  const known = entries.find(userId, item.key)
  // Two tabs may show the same draft: the same contents are the same thing, others are another one.
  const isKnown = known !== null && known.state !== 'refused' && sameBody(known, item)
  const key = known && !isKnown ? newKey() : item.key
  if (!isKnown) keepNew({ ...item, key, userId, userName })
  else if (known.state === 'stopped' && !isWithdrawn(known) && !isReplacement(known)) retry(known)
  sendWaiting(key)
  const outcome = await Promise.race([attempt(userId, key, { isFirst: !isKnown }), answerTimeout()])
  return submitted(userId, key, outcome)
}

function keepNew({ replaces, ...item }: OutboxItem & { userId: string; userName: string }): void {
  const { userId } = item
  const made = {
    madeAt: item.madeAt ?? serverNow().toISOString(),
    at: timeAfter(entries.list(userId).at(-1)),
  }
  const fresh = { ...item, ...made, attempts: 0, nextAt: Date.now() }
  const isSecond = replaces !== undefined && entries.find(userId, replaces) !== null
  entries.put(isSecond ? { ...fresh, replaces, state: 'stopped' } : { ...fresh, state: 'sending' })
  releaseReplacements(userId)
}

/** Now, and after the newest: what is made later stands later, also when the clock was put back. */
function timeAfter(newest: OutboxEntry | undefined): string {
  const after = newest ? Date.parse(newest.at) + 1 : 0
  return new Date(Math.max(Date.now(), after || 0)).toISOString()
}

function submitted(userId: string, key: string, outcome: Outcome | undefined): Submitted {
  if (outcome?.kind === 'done') return { status: 'done', answer: outcome.answer }
  if (outcome?.kind === 'refused') return { status: 'refused', key, ...outcome }
  const entry = entries.find(userId, key)
  if (entry?.state === 'sending') entries.put({ ...entry, state: 'waiting' })
  return { status: 'waiting' }
}

const answerTimeout = () =>
  new Promise<undefined>((resolve) => setTimeout(resolve, ANSWER_TIMEOUT_MS, undefined))

const sameBody = (one: OutboxItem, other: OutboxItem) =>
  JSON.stringify([one.path, one.body]) === JSON.stringify([other.path, other.body])

let snapshot: { text: string; list: readonly OutboxEntry[] } = { text: '[]', list: [] }

function readSnapshot(userId: string | undefined): readonly OutboxEntry[] {
  const list = userId ? entries.list(userId).filter(({ state }) => state !== 'sending') : []
  const text = JSON.stringify(list)
  if (text !== snapshot.text) snapshot = { text, list }
  return snapshot.list
}

/** What waits, and what was refused and not seen yet, of the signed-in person; oldest first. Keeps it being sent. */
export function useOutbox(): readonly OutboxEntry[] {
  const userId = useSession((state) => state.user?.id)
  useEffect(() => keepSending(), [])
  return useSyncExternalStore(entries.onChange, () => readSnapshot(userId))
}

/** That something of another person waits in this browser until they sign in here; no more than that. */
export interface WaitingForAnother {
  /** Undefined for what an older build has kept. */
  name: string | undefined
  count: number
}

let others: { text: string; list: readonly WaitingForAnother[] } = { text: '[]', list: [] }

const isSettled = ({ state }: OutboxEntry) => state === 'refused' || state === 'recorded'

function readOthers(userId: string | undefined): readonly WaitingForAnother[] {
  const list = [
    ...Map.groupBy(
      entries.listOfAll().filter((entry) => entry.userId !== userId && !isSettled(entry)),
      (entry) => entry.userId,
    ).values(),
  ].map((own) => ({ name: own.at(-1)?.userName, count: own.length }))
  const text = JSON.stringify(list)
  if (text !== others.text) others = { text, list }
  return others.list
}

/** Who else has something waiting in this browser. It goes on when they sign in here, and not before. */
export function useOthersWaiting(): readonly WaitingForAnother[] {
  const userId = useSession((state) => state.user?.id)
  return useSyncExternalStore(entries.onChange, () => readOthers(userId))
}

import { useEffect, useSyncExternalStore } from 'react'
import { v4 } from 'uuid'
import { serverNow } from '../server-clock.ts'
import { session, useSession } from '../session/session.ts'
import type { Outcome } from './ask.ts'
import { attemptInTime } from './attempt.ts'
import { retry, takeBack, type Withdrawn } from './decide.ts'
import { isReplacement, isWithdrawn, type OutboxEntry, type OutboxItem } from './entry.ts'
import { keepSending, sendWaiting } from './keep-sending.ts'
import { releaseReplacements } from './replace.ts'
import { addOffer, addShows } from './report.ts'
import { entries, type OutboxChange } from './storage.ts'

/** What a form learns of what it has submitted. `waiting`: it is kept, and sent as soon as that is possible. */
export type Submitted =
  | { status: 'done'; answer: Record<string, unknown> }
  | { status: 'waiting' }
  /** The entry stays until `forget`. */
  | { status: 'refused'; key: string; problem: string; errors: Record<string, string> }

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
  /** Takes away all that waits of another user, who will not sign in here again; what reached the server stays there. */
  forgetOthers(userId: string): void {
    if (userId === session.get().user?.id) return
    for (const { key } of entries.list(userId)) entries.remove(userId, key)
  },
  /** Tries a stopped one again. */
  retry(key: string): void {
    const entry = outbox.find(key)
    if (entry?.state === 'stopped') retry(entry)
  },
  /**
   * Takes one back: the server at `path` is asked until it answers what became of its key, and sees to it that nothing
   * comes of it any more. `keep` leaves it here as a refused one, to be made again.
   */
  async withdraw(key: string, path: string, { keep = false }: { keep?: boolean } = {}): Promise<Withdrawn> {
    const entry = outbox.find(key)
    if (!entry) return { status: 'unknown', problem: 'It is not here any more' }
    return takeBack(entry, { path, keep })
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
  if (!user) throw new Error('No user is signed in')
  const { id: userId, name: userName } = user
  const stored = entries.find(userId, item.key)
  // Two tabs may show the same draft: the same contents are the same thing, others are another one.
  const isStored = stored !== null && stored.state !== 'refused' && sameBody(stored, item)
  const key = stored && !isStored ? newKey() : item.key
  if (!isStored) keepNew({ ...item, key, userId, userName })
  else if (stored.state === 'stopped' && !isWithdrawn(stored) && !isReplacement(stored)) retry(stored)
  sendWaiting(key)
  const outcome = await attemptInTime(userId, key, { isFirst: !isStored })
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

const sameBody = (one: OutboxItem, other: OutboxItem) =>
  JSON.stringify([one.path, one.body]) === JSON.stringify([other.path, other.body])

/** Keeps the list it returned last as long as the contents are the same, as `useSyncExternalStore` needs it. */
function createStable<Item>() {
  let current: { text: string; list: readonly Item[] } = { text: '[]', list: [] }
  return (list: readonly Item[]): readonly Item[] => {
    const text = JSON.stringify(list)
    if (text !== current.text) current = { text, list }
    return current.list
  }
}

const stableEntries = createStable<OutboxEntry>()

/** What waits, and what was refused and not seen yet, of the signed-in user; oldest first. Keeps it being sent. */
export function useOutbox(): readonly OutboxEntry[] {
  const userId = useSession((state) => state.user?.id)
  useEffect(() => keepSending(), [])
  return useSyncExternalStore(entries.onChange, () =>
    stableEntries(userId ? entries.list(userId).filter(({ state }) => state !== 'sending') : []),
  )
}

const stableOthers = createStable<ReturnType<typeof listOthers>[number]>()

function listOthers(userId: string | undefined) {
  const waiting = entries
    .listOfAll()
    .filter((entry) => entry.userId !== userId && entry.state !== 'refused' && entry.state !== 'recorded')
  return [...Map.groupBy(waiting, (entry) => entry.userId).values()].map((own) => ({
    name: own.at(-1)?.userName,
    count: own.length,
    userId: own[0]?.userId ?? '',
    titles: own.map(({ title }) => title),
  }))
}

/** Who else has what waiting in this browser. It goes on when they sign in here, and not before. */
export function useOthersWaiting() {
  const userId = useSession((state) => state.user?.id)
  return useSyncExternalStore(entries.onChange, () => stableOthers(listOthers(userId)))
}

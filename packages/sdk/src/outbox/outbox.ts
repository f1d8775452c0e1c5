import { useEffect, useSyncExternalStore } from 'react'
import { v4 } from 'uuid'
import { serverNow } from '../clock/store-time.ts'
import { session, useSession } from '../session/session.ts'
import type { Outcome } from './ask.ts'
import { attemptEntryInTime } from './attempt.ts'
import { retry, takeBack, type Withdrawn } from './decide.ts'
import { isReplacement, isWithdrawn, type OutboxEntry, type OutboxItem } from './entry.ts'
import { keepSending, sendWaiting } from './keep-sending.ts'
import { addOffer, addShowsEntry } from './report.ts'
import { entries, type OutboxChange } from './storage.ts'
import { releaseReplacements } from './turns.ts'

/** `waiting`: the item is stored and will be sent as soon as possible. */
export type Submitted =
  | { status: 'done'; answer: Record<string, unknown> }
  | { status: 'waiting' }
  | { status: 'refused'; key: string; problem: string; errors: Record<string, string> }

const underWay = new Map<string, Promise<Submitted>>()

/** Returns a new Idempotency-Key. `crypto.randomUUID` is missing on plain http. */
export const newKey = (): string => v4()

/**
 * Records items exactly once, despite lost connections, closed tabs and double clicks. An item is first stored in the
 * browser, then sent with its Idempotency-Key until the server accepts or refuses it.
 */
export const outbox = {
  /** Submitting an item again while it is being sent returns the first submission. */
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
  /** Unfinished entries of the signed-in user, oldest first. */
  list(): OutboxEntry[] {
    const { user } = session.get()
    return user ? entries.list(user.id) : []
  },
  /** Deletes a `refused` or `recorded` entry once the user has seen it. */
  forget(key: string): void {
    const entry = outbox.find(key)
    if (entry?.state !== 'refused' && entry?.state !== 'recorded') return
    releaseReplacements(entry.userId)
    entries.remove(entry.userId, key)
  },
  /** Deletes waiting entries of another user, who will not sign in here again. */
  forgetOthers(userId: string): void {
    if (userId === session.get().user?.id) return
    for (const { key } of entries.list(userId)) entries.remove(userId, key)
  },
  retry(key: string): void {
    const entry = outbox.find(key)
    if (entry?.state === 'stopped') retry(entry)
  },
  /** Withdraws an entry at `path`; repeats this until the server answers. `keep`: keeps it as refused, for editing. */
  async withdraw(key: string, path: string, { keep = false }: { keep?: boolean } = {}): Promise<Withdrawn> {
    const entry = outbox.find(key)
    if (!entry) return { status: 'unknown', problem: 'It is no longer here' }
    return takeBack(entry, { path, keep })
  },
  /** Adds an action, such as undo, to the success toast. Returns a function to remove it. */
  offer: addOffer,
  /** Tells that a page shows refused and stopped entries, so that no toast does. Returns a function to undo that. */
  shows: addShowsEntry,
  onChange: (listener: (change: OutboxChange) => void) => entries.onChange(listener),
}

async function submit(item: OutboxItem): Promise<Submitted> {
  const { user } = session.get()
  if (!user) throw new Error('No user is signed in')
  const { id: userId, name: userName } = user
  const stored = entries.find(userId, item.key)
  // Two tabs may submit the same draft. Equal bodies are the same item.
  const isStored = stored !== null && stored.state !== 'refused' && sameBody(stored, item)
  const key = stored && !isStored ? newKey() : item.key
  if (!isStored) keepNew({ ...item, key, userId, userName })
  else if (stored.state === 'stopped' && !isWithdrawn(stored) && !isReplacement(stored)) retry(stored)
  sendWaiting(key)
  const outcome = await attemptEntryInTime(userId, key, { isFirst: !isStored })
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

/** Returns the previous list while its contents are equal, as `useSyncExternalStore` requires. */
function createStable<Item>() {
  let current: { text: string; list: readonly Item[] } = { text: '[]', list: [] }
  return (list: readonly Item[]): readonly Item[] => {
    const text = JSON.stringify(list)
    if (text !== current.text) current = { text, list }
    return current.list
  }
}

const stableEntries = createStable<OutboxEntry>()

/** Returns the signed-in user's waiting and refused entries, oldest first. Sends them in the background. */
export function useOutbox(): readonly OutboxEntry[] {
  const userId = useSession((state) => state.user?.id)
  useEffect(keepSending, [])
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

/** Returns the other users with waiting entries in this browser. Their entries are sent when they sign in here. */
export function useOthersWaiting() {
  const userId = useSession((state) => state.user?.id)
  return useSyncExternalStore(entries.onChange, () => stableOthers(listOthers(userId)))
}

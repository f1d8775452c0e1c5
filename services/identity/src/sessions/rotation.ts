import { catchUp, inTransaction, isClustered, isTooFarAhead } from '@mms/service-kit'
import type { Knex } from 'knex'
import { endSessions } from './endings.ts'
import { digestOf, newSecret, successorOf } from './refresh-token.ts'
import { createSessionStore } from './store.ts'
import { createTokenStore, type StoredToken, type TokenStore } from './token-store.ts'

export interface Lifetimes {
  /** A session not used for so long ends. */
  idleMs: number
  /** A session ends so long after login, used or not. */
  maxMs: number
  /** For so long a replaced token leads to the very same successor, for tabs that refresh at the same moment. */
  graceMs: number
}

type Rotation =
  | { outcome: 'rotated'; token: string; expiresAt: Date; userId: string; sessionId: string }
  | { outcome: 'unknown' }
  | { outcome: 'reused'; userId: string }

interface Presented {
  token: string
  /** Aborted when the client is gone: nothing is done whose answer cannot arrive. */
  signal?: AbortSignal | undefined
}

/** Used tokens that a session keeps, to see a theft: more than a day of one open page. */
const KEPT_USED_TOKENS = 200

export function expiryOf(endsAt: Date, lifetimes: Lifetimes, now: number): Date {
  return new Date(Math.min(now + lifetimes.idleMs, endsAt.getTime()))
}

const isGood = (found: StoredToken | undefined, now: number): found is StoredToken =>
  found !== undefined && found.expiresAt.getTime() > now

/** Puts a new successor after a token, in the place of the one it had, if any. */
async function replace(trx: Knex, token: string, found: StoredToken, expiresAt: Date, now: Date) {
  const tokens = createTokenStore(trx)
  const salt = newSecret()
  const successor = successorOf(token, salt)
  await tokens.markUsed(found, now, salt)
  await tokens.insert({ hash: digestOf(successor), sessionId: found.sessionId, expiresAt })
  await tokens.forgetUsed(found.sessionId, KEPT_USED_TOKENS)
  await createSessionStore(trx).extend(found.sessionId, expiresAt, now)
  return successor
}

type Line =
  | { kind: 'unused' }
  | { kind: 'renewed'; token: string; expiresAt: Date }
  | { kind: 'lost'; successor: StoredToken }
  | { kind: 'arrived'; replacement: StoredToken }
  | { kind: 'theft' }

/** What became of a void token: its answer had arrived after all, unless the token issued in its place was used. */
async function followVoid(tokens: TokenStore, first: StoredToken): Promise<Line> {
  let replacement = await tokens.find(first.successorSalt ?? '')
  while (replacement?.usedAt) replacement = await tokens.find(replacement.successorSalt ?? '')
  return replacement ? { kind: 'arrived', replacement } : { kind: 'theft' }
}

/** What became of a token: it was used before or not. */
async function followLine(
  tokens: TokenStore,
  presented: string,
  first: StoredToken,
  isRecent: (instant: Date) => boolean,
): Promise<Line> {
  if (!first.usedAt) return { kind: 'unused' }
  const canBeTab = isRecent(first.usedAt)
  let [token, found] = [presented, first]
  while (found.successorSalt !== undefined) {
    token = successorOf(token, found.successorSalt)
    const next = await tokens.find(digestOf(token))
    // A used token without a successor is void: another one was issued in its place.
    if (!next) return followVoid(tokens, first)
    if (!canBeTab) return next.usedAt ? { kind: 'theft' } : { kind: 'lost', successor: next }
    found = next
  }
  return { kind: 'renewed', token, expiresAt: found.expiresAt }
}

/**
 * Exchanges a refresh token for its successor, in one transaction that has the session to itself. One that was used
 * already is no theft as long as its successor was not: the answer was lost on its way.
 *
 * - Within the grace it leads to the youngest token of its line, for tabs that refresh at the same moment.
 * - Later it gets another successor, and the unused one becomes void.
 * - A void token that is presented did arrive: it was the second answer that got lost, such as one to a late copy of the
 *   request. The line goes on from it, and the token issued in its place becomes void for good.
 *
 * So only one successor of a token is ever used. When another one is presented, or the token again, two parties hold the
 * line: one of them is a thief, and the session ends.
 */
export async function rotate(
  trx: Knex.Transaction,
  { token: presented, signal }: Presented,
  lifetimes: Lifetimes,
  now: number,
): Promise<Rotation> {
  const tokens = createTokenStore(trx)
  const found = await tokens.lock(digestOf(presented))
  if (!isGood(found, now)) return { outcome: 'unknown' }
  const { userId, sessionId, endsAt } = found
  const isRecent = (at: Date) =>
    now - at.getTime() < lifetimes.graceMs && !isTooFarAhead(at.getTime(), now, 0)
  const line = await followLine(tokens, presented, found, isRecent)
  if (line.kind === 'theft') {
    await endSessions(trx, [sessionId])
    return { outcome: 'reused', userId }
  }
  if (line.kind === 'renewed') {
    return { outcome: 'rotated', token: line.token, expiresAt: line.expiresAt, userId, sessionId }
  }
  if (line.kind !== 'unused' && signal?.aborted) return { outcome: 'unknown' }
  const expiresAt = expiryOf(endsAt, lifetimes, now)
  const token = await replace(trx, presented, found, expiresAt, new Date(now))
  if (line.kind === 'lost') await tokens.markUsed(line.successor, new Date(now), digestOf(token))
  if (line.kind === 'arrived') await tokens.markUsed(line.replacement, new Date(now), newSecret())
  return { outcome: 'rotated', token, expiresAt, userId, sessionId }
}

/** `rotate` in a transaction of its own, once more where the token may be of another replica, at a node that is ahead of ours. */
export async function rotateToken(
  db: Knex,
  presented: Presented,
  lifetimes: Lifetimes,
  now: () => number,
): Promise<Rotation> {
  const attempt = () => inTransaction(db, (trx) => rotate(trx, presented, lifetimes, now()))
  const rotation = await attempt()
  if (rotation.outcome !== 'unknown' || !isClustered(db)) return rotation
  await catchUp(db)
  return attempt()
}

import { catchUp, inTransaction, isClustered, isTooFarAhead } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { IdentityContext } from '../context.ts'
import { digestOf, newSecret, successorOf } from './refresh-token.ts'
import { endSessions } from './revocations.ts'
import { createSessionStore, createTokenStore, type StoredToken, type TokenStore } from './store.ts'

export type Lifetimes = Pick<IdentityContext['session'], 'idleMs' | 'maxMs' | 'graceMs'>

type Rotation =
  | { outcome: 'rotated'; token: string; expiresAt: Date; userId: string; sessionId: string }
  | { outcome: 'unknown' }
  | { outcome: 'reused'; userId: string }

interface PresentedToken {
  token: string
  /** Aborted when the client is gone and cannot receive the new token. */
  signal?: AbortSignal | undefined
}

/** Used tokens kept per session to detect theft. One open page needs fewer in a day. */
const KEPT_USED_TOKENS = 200

export function expiryOf(endsAt: Date, lifetimes: Lifetimes, now: number): Date {
  return new Date(Math.min(now + lifetimes.idleMs, endsAt.getTime()))
}

const isValid = (found: StoredToken | undefined, now: number): found is StoredToken =>
  found !== undefined && found.expiresAt.getTime() > now

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

type TokenLine =
  | { kind: 'unused' }
  | { kind: 'renewed'; token: string; expiresAt: Date }
  | { kind: 'lost'; successor: StoredToken }
  | { kind: 'arrived'; replacement: StoredToken }
  | { kind: 'theft' }

/** The client did receive a token that was marked void. It is valid unless its replacement was used. */
async function followVoid(tokens: TokenStore, first: StoredToken): Promise<TokenLine> {
  let replacement = await tokens.find(first.successorSalt ?? '')
  while (replacement?.usedAt) replacement = await tokens.find(replacement.successorSalt ?? '')
  return replacement ? { kind: 'arrived', replacement } : { kind: 'theft' }
}

async function followLine(
  tokens: TokenStore,
  presented: string,
  first: StoredToken,
  isRecent: (instant: Date) => boolean,
): Promise<TokenLine> {
  if (!first.usedAt) return { kind: 'unused' }
  const canBeTab = isRecent(first.usedAt)
  let [token, found] = [presented, first]
  while (found.successorSalt !== undefined) {
    token = successorOf(token, found.successorSalt)
    const next = await tokens.find(digestOf(token))
    // A used token without a stored successor is void: another token replaced it.
    if (!next) return followVoid(tokens, first)
    if (!canBeTab) return next.usedAt ? { kind: 'theft' } : { kind: 'lost', successor: next }
    found = next
  }
  return { kind: 'renewed', token, expiresAt: found.expiresAt }
}

/**
 * Exchanges a refresh token for its successor, with the session locked. A token may be used again while its successor is
 * unused: then the answer was lost.
 * - Within the grace period it leads to the newest token of its line, for tabs that refresh together.
 * - Later it gets another successor, and the unused one becomes void.
 * - If the void one is used after all, the first answer did arrive and the second was lost. The line continues from the
 *   void token, and its replacement becomes void for good.
 *
 * So only one successor of a token is ever used. If a second one is used, or the token again, a thief shares the line
 * and the session ends.
 */
export async function rotateRefreshToken(
  trx: Knex.Transaction,
  { token: presented, signal }: PresentedToken,
  lifetimes: Lifetimes,
  now: number,
): Promise<Rotation> {
  const tokens = createTokenStore(trx)
  const found = await tokens.lock(digestOf(presented))
  if (!isValid(found, now)) return { outcome: 'unknown' }
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

/** Rotates in a transaction. Retries after catching up, if another node may have stored the token. */
export async function rotateToken(
  db: Knex,
  presented: PresentedToken,
  lifetimes: Lifetimes,
  now: () => number,
): Promise<Rotation> {
  const attempt = () => inTransaction(db, (trx) => rotateRefreshToken(trx, presented, lifetimes, now()))
  const rotation = await attempt()
  if (rotation.outcome !== 'unknown' || !isClustered(db)) return rotation
  await catchUp(db)
  return attempt()
}

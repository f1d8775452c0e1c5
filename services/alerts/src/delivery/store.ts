import type { AlertDelivery } from '@mms/contracts'
import { chunksOf, toInstant, whereDue } from '@mms/service-kit'
import type { Knex } from 'knex'

export type Channel = 'email' | 'webhook'

export interface Delivery {
  id: string
  channel: Channel
  subject: string
  payload: unknown
  attempts: number
  topic?: string | null
}

export interface NewDelivery extends Omit<Delivery, 'attempts'> {
  onceKey?: string
  dueAt?: Date
}

const ERROR_LENGTH = 500
const SUBJECT_LENGTH = 500
const shown = {
  _id: 'id',
  channel: 'channel',
  subject: 'subject',
  status: 'status',
  attempts: 'attempts',
  error: 'error',
  createdAt: 'created_at',
}
const toShown = (row: AlertDelivery): AlertDelivery => ({ ...row, createdAt: toInstant(row.createdAt) })

const toRow = ({ id, channel, subject, payload, onceKey, topic, dueAt }: NewDelivery, now: Date) => ({
  id,
  channel,
  once_key: onceKey ?? null,
  subject: subject.slice(0, SUBJECT_LENGTH).toWellFormed(),
  payload: JSON.stringify(payload),
  status: 'pending',
  attempts: 0,
  topic: topic ?? null,
  due_at: dueAt ?? null,
  next_attempt_at: dueAt ?? now,
  created_at: now,
})

/** Due, or due further ahead than `waits` (ms by attempts) allows (clock skew). */
function isDue(query: Knex.QueryBuilder, now: Date, waits: readonly number[]): void {
  void query.where('next_attempt_at', '<=', now)
  for (const [attempts, ms] of waits.entries())
    void query.orWhere((one) => whereDue(one.where({ attempts }), 'next_attempt_at', now, ms))
}

export function createDeliveryStore(db: Knex) {
  const one = (id: string) => db('deliveries').where({ id })
  return {
    async insert(deliveries: NewDelivery[], now: Date): Promise<void> {
      const rows = deliveries.map((delivery) => toRow(delivery, now))
      for (const chunk of chunksOf(rows)) await db('deliveries').insert(chunk)
    },
    hasOnce: async (onceKey: string) =>
      (await db('deliveries').where({ once_key: onceKey }).first('id')) !== undefined,
    async listDue(channel: Channel, now: Date, limit: number, waits: readonly number[]): Promise<Delivery[]> {
      const rows = await db('deliveries')
        .where('next_attempt_at', '>=', new Date(0))
        .where((due) => isDue(due, now, waits))
        .where({ channel })
        .orderBy(['next_attempt_at', 'id'])
        .limit(limit)
        .select('id', 'channel', 'subject', 'payload', 'attempts', 'topic')
      return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload), attempts: Number(row.attempts) }))
    },
    /** False if another replica was faster. */
    claim: async ({ id, attempts }: Delivery, until: Date): Promise<boolean> =>
      (await one(id)
        .where({ attempts, status: 'pending' })
        .update({ attempts: attempts + 1, next_attempt_at: until })) === 1,
    /** Makes an unsent delivery due at once, without counting an attempt. */
    release: ({ id, attempts, payload }: Delivery, now: Date): Promise<number> =>
      one(id)
        .where({ attempts: attempts + 1, status: 'pending' })
        .update({ attempts, payload: JSON.stringify(payload), next_attempt_at: now }),
    delivered: (id: string): Promise<number> =>
      one(id).update({ status: 'delivered', next_attempt_at: null, error: null }),
    /** Stores a failure and data for the next attempt. Without a next attempt the delivery becomes `dead`. */
    failed: ({ id, payload }: Delivery, error: string, nextAttemptAt: Date | null): Promise<number> =>
      one(id).update({
        payload: JSON.stringify(payload),
        status: nextAttemptAt ? 'pending' : 'dead',
        next_attempt_at: nextAttemptAt,
        error: error.slice(0, ERROR_LENGTH).toWellFormed(),
      }),
    /** False if the delivery was not `dead`. */
    revive: async (id: string, now: Date): Promise<boolean> =>
      (await one(id)
        .where({ status: 'dead' })
        .update({ status: 'pending', attempts: 0, next_attempt_at: now })) === 1,
    async find(id: string): Promise<AlertDelivery | undefined> {
      const row = await one(id).first(shown)
      return row && toShown(row)
    },
    async list(status: string | undefined, limit: number, after?: string): Promise<AlertDelivery[]> {
      const query = db('deliveries').orderBy('id', 'desc').limit(limit).select(shown)
      if (status !== undefined) query.where({ status })
      if (after !== undefined) query.where('id', '<', after)
      return (await query).map(toShown)
    },
    prune: (before: Date): Promise<number> =>
      db('deliveries').whereIn('status', ['delivered', 'dead']).where('created_at', '<', before).delete(),
  }
}

export function createTopicStore(db: Knex) {
  return {
    async findLastDue(topics: string[], after: Date): Promise<Map<string, Date>> {
      const found = new Map<string, Date>()
      for (const chunk of chunksOf(topics)) {
        const rows = await db('deliveries')
          .whereIn('topic', chunk)
          .where('due_at', '>', after)
          .groupBy('topic')
          .select('topic', db.raw('max(due_at) as due'))
        for (const { topic, due } of rows) found.set(topic, new Date(due))
      }
      return found
    },
    async hasten(topics: string[], now: Date): Promise<void> {
      for (const chunk of chunksOf(topics))
        await db('deliveries')
          .whereIn('topic', chunk)
          .where('due_at', '>', now)
          .where({ status: 'pending', attempts: 0 })
          .update({ due_at: now, next_attempt_at: now })
    },
  }
}
export type TopicStore = ReturnType<typeof createTopicStore>

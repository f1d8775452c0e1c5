import { chunksOf } from '@mms/service-kit'
import type { Knex } from 'knex'

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

import {
  type AuditEntry,
  auditEntrySchema,
  auditQuerySchema,
  MAX_PAGE_SIZE,
  storeDayBounds,
} from '@mms/contracts'
import type { Knex } from 'knex'
import { z } from 'zod'
import { decodeCursor, encodeCursor, nextLink } from '../http/cursor.ts'
import { Reply, type Route, route } from '../http/route.ts'
import { pageAuditEntries } from './store.ts'

const beforeId = z.tuple([z.int()])

interface AuditRouteOptions {
  db: Knex
  timeZone: string
  path: string
  namesOf?: (subjects: string[]) => Promise<ReadonlyMap<string, string>>
}

/** Route for administrators to read a service's audit log: newest first, filtered, in pages. */
export function auditRoute({ db, timeZone, path, namesOf }: AuditRouteOptions): Route {
  async function named(entries: AuditEntry[]): Promise<AuditEntry[]> {
    const names = await namesOf?.([...new Set(entries.map(({ subject }) => subject))])
    return entries.map((entry) => {
      const subjectName = names?.get(entry.subject)
      return subjectName === undefined ? entry : { ...entry, subjectName }
    })
  }

  return route({
    method: 'get',
    path,
    access: 'admin',
    summary:
      'The audit log of this service, newest first, in pages (Link): who changed what, before and after',
    query: auditQuerySchema,
    response: z.array(auditEntrySchema),
    async handler({ query: { after, limit = MAX_PAGE_SIZE, ...query } }) {
      const before = after === undefined ? undefined : decodeCursor(after, beforeId)[0]
      const filter = { ...query, ...storeDayBounds(query, timeZone) }
      const { entries, next } = await pageAuditEntries(db, filter, limit, before)
      const link = next !== undefined && nextLink(path, { ...query, limit, after: encodeCursor([next]) })
      return new Reply(await named(entries), { headers: link ? { Link: link } : {} })
    },
  })
}

import { MAX_PAGE_SIZE, medicineHistoryLineSchema, medicineHistoryQuerySchema } from '@mms/contracts'
import { decodeCursor, pageReply, Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { idParams } from '../medicines/routes.ts'
import type { HistoryCursor, HistoryService } from './service.ts'

const cursorSchema = z.tuple([z.int().nullable(), z.int().nullable()])

export function historyRoutes(history: HistoryService): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/medicines/:id/history',
      access: 'signed-in',
      summary: 'Changes and movements of a medicine, newest first, in pages (Link); also of a deleted one',
      params: idParams,
      query: medicineHistoryQuerySchema,
      response: z.array(medicineHistoryLineSchema),
      async handler({ params: { id }, query: { kind, after, limit = MAX_PAGE_SIZE }, caller }) {
        const from: HistoryCursor = after === undefined ? [null, null] : decodeCursor(after, cursorSchema)
        const request = { kind, limit: limit + 1, after: from, isAdmin: caller.role === 'admin' }
        const { body, headers } = pageReply(await history.list(id, request), {
          path: `/api/medicines/${id}/history`,
          query: { kind, limit },
          limit,
          cursorOf: ({ cursor }) => cursor,
        })
        return new Reply(
          body.map(({ line }) => line),
          { headers },
        )
      },
    }),
  ]
}

import { billSchema, createNoteSchema } from '@mms/contracts'
import { fingerprintOf, Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { idParams, replayedHeader, senderOf } from '../transactions/replies.ts'
import type { NoteService } from './service.ts'

const PATH = '/api/bills/:id/notes'

export function noteRoutes(notes: NoteService): Route[] {
  return [
    route({
      method: 'post',
      path: PATH,
      access: 'signed-in',
      summary: 'Return units of a final bill once under the id of the credit note',
      params: idParams,
      body: createNoteSchema,
      response: billSchema,
      status: 201,
      handler: async ({ params, body, received, caller, trace }) => {
        // A retry with or without approval is the same note.
        const { approval: _, ...contents } = received as typeof body
        const asked = { billId: params.id, note: body, fingerprint: fingerprintOf(params.id, contents) }
        const { note, replayed } = await notes.record({ ...asked, ...senderOf(caller) }, trace)
        const headers = { Location: `/api/bills/${note.id}`, ...replayedHeader(replayed) }
        return new Reply(note.document, { status: 201, headers })
      },
    }),
    route({
      method: 'get',
      path: PATH,
      access: 'signed-in',
      summary: 'The credit notes of a bill, oldest first',
      params: idParams,
      response: z.array(billSchema),
      handler: async ({ params }) => (await notes.list(params.id)).map(({ document }) => document),
    }),
  ]
}

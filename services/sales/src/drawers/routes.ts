import {
  cashEntrySchema,
  closeDrawerSchema,
  drawerSchema,
  listDrawersQuerySchema,
  openDrawerSchema,
} from '@mms/contracts'
import { assertRecent, fingerprintOf, problem, Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { authorOf, identifyingContentsOf, idParams, replayedHeader } from '../transactions/replies.ts'
import type { DrawerResult, DrawerService } from './service.ts'

const PATH = '/api/bills/drawers'

const replyTo = ({ drawer, replayed }: DrawerResult, status: number) =>
  new Reply(drawer, { status, headers: replayedHeader(replayed) })

export function drawerRoutes(drawers: DrawerService): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      access: 'signed-in',
      summary: 'The drawers that were open on a day, or the newest of a counter; else the open ones',
      query: listDrawersQuerySchema,
      response: z.array(drawerSchema),
      handler: ({ query }) => drawers.list(query),
    }),
    route({
      method: 'post',
      path: PATH,
      access: 'signed-in',
      summary: 'Open the drawer of a counter once under its id',
      body: openDrawerSchema,
      response: drawerSchema,
      status: 201,
      handler: async ({ body, received, caller }) => {
        const fingerprint = fingerprintOf(PATH, identifyingContentsOf(received))
        return replyTo(await drawers.open({ body, fingerprint, by: authorOf(caller) }), 201)
      },
    }),
    route({
      method: 'get',
      path: `${PATH}/:id`,
      access: 'signed-in',
      summary: 'A drawer with its figures so far, or as it was closed',
      params: idParams,
      response: drawerSchema,
      handler: ({ params }) => drawers.find(params.id),
    }),
    route({
      method: 'post',
      path: `${PATH}/:id/entries`,
      access: 'signed-in',
      summary: 'Put cash into an open drawer or take it out, once under the id of the entry',
      params: idParams,
      body: cashEntrySchema,
      response: drawerSchema,
      status: 201,
      handler: async ({ params: { id }, body, received, caller }) => {
        const fingerprint = fingerprintOf(id, identifyingContentsOf(received))
        return replyTo(await drawers.enter(id, { body, fingerprint, by: authorOf(caller) }), 201)
      },
    }),
    route({
      method: 'post',
      path: `${PATH}/:id/closing`,
      access: 'signed-in',
      summary: 'Close a drawer for good: by its counter, or without it by an administrator',
      params: idParams,
      body: closeDrawerSchema,
      response: drawerSchema,
      handler: async ({ params: { id }, body, caller }) => {
        const fingerprint = fingerprintOf(id, body.counted, body.reason)
        const asked = { body, fingerprint, by: authorOf(caller) }
        const assertMayClose = () => {
          if (caller.role !== 'admin')
            throw problem.forbidden(
              'auth.forbidden',
              'Only an administrator closes the drawer of another counter',
            )
          assertRecent(caller.proof, Date.now())
        }
        return replyTo(await drawers.close(id, asked, assertMayClose), 200)
      },
    }),
  ]
}

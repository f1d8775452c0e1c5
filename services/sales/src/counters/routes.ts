import {
  counterNumbersSchema,
  counterSchema,
  createCounterSchema,
  ownCounterSchema,
  registeredCounterSchema,
} from '@mms/contracts'
import { type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { authorOf, idParams } from '../transactions/replies.ts'
import type { CounterService } from './service.ts'

const PATH = '/api/bills/counters'

export function counterRoutes(counters: CounterService): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      access: 'signed-in',
      summary: 'All counters, by code, with the last and the missing numbers of a financial year',
      response: z.array(counterSchema),
      handler: () => counters.list(),
    }),
    route({
      method: 'post',
      path: PATH,
      access: 'admin',
      recentProof: true,
      summary: 'Register a browser as a counter; its secret is shown this once',
      body: createCounterSchema,
      status: 201,
      response: registeredCounterSchema,
      handler: ({ body, caller }) => counters.register(body, authorOf(caller)),
    }),
    route({
      method: 'post',
      path: `${PATH}/own`,
      access: 'signed-in',
      summary: 'What the server has of a counter, to which its browser names the secret',
      body: ownCounterSchema,
      response: counterNumbersSchema,
      handler: ({ body }) => counters.findOwn(body),
    }),
    route({
      method: 'post',
      path: `${PATH}/:id/closing`,
      access: 'admin',
      recentProof: true,
      summary: 'Close a counter for good',
      params: idParams,
      response: counterSchema,
      handler: ({ params }) => counters.close(params.id),
    }),
  ]
}

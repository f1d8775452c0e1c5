import { createUserSchema, updateUserSchema, userSchema } from '@mms/contracts'
import { type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import type { UserService } from './service.ts'

export function userRoutes(users: UserService): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/users',
      access: 'admin',
      summary: 'All users, by name, disabled ones last',
      response: z.array(userSchema),
      handler: () => users.list(),
    }),
    route({
      method: 'post',
      path: '/api/users',
      access: 'admin',
      summary: 'Add a user',
      body: createUserSchema,
      response: userSchema,
      status: 201,
      handler: ({ body }) => users.create(body),
    }),
    route({
      method: 'put',
      path: '/api/users/:id',
      access: 'admin',
      summary: 'Change name, email and role of a user, disable or enable',
      params: z.strictObject({ id: z.uuid() }),
      body: updateUserSchema,
      response: userSchema,
      handler: ({ params, body }) => users.update(params.id, body),
    }),
  ]
}

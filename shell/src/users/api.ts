import type { CreateUser, SetPassword, UpdateUser, User } from '@mms/contracts'
import { areaKeys, http, notify, useQuery, useQueryClient } from '@mms/sdk'

const usersKey = areaKeys('shell')('users')

export function useUsers() {
  return useQuery({
    queryKey: usersKey,
    queryFn: async ({ signal }) => (await http.get<User[]>('/api/users', { signal, quiet: true })).data,
  })
}

export function useOnSaved(text: string) {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: usersKey })
    notify.success(text)
  }
}

export const createUser = (body: CreateUser) => http.post('/api/users', { body, quiet: true })

export const updateUser = (id: string, body: UpdateUser) =>
  http.put(`/api/users/${id}`, { body, quiet: true })

export const setPassword = (id: string, body: SetPassword) =>
  http.post(`/api/users/${id}/password`, { body, quiet: true })

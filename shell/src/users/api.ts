import type { CreateUser, SetPassword, UpdateUser, User } from '@mms/contracts'
import { areaKeys, http, notify, useQueryClient } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'

const usersKey = areaKeys('shell')('users')

export const useUsers = () => useGet<User[]>(usersKey, '/api/users')

export function useOnUserSaved(text: string) {
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

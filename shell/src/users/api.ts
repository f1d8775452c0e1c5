import type { CreateUser, SetPassword, UpdateUser, User } from '@mms/contracts'
import { ApiError, areaKeys, http, notify, useQueryClient } from '@mms/sdk'
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

export async function updateUser(id: string, body: UpdateUser): Promise<void> {
  const put = (given: UpdateUser) => http.put(`/api/users/${id}`, { body: given, quiet: true })
  try {
    await put(body)
  } catch (error) {
    // Serves release 0.3, which wants every field.
    if (!(error instanceof ApiError && error.status === 400)) throw error
    const { data } = await http.get<User[]>('/api/users', { quiet: true })
    const user = data.find(({ _id }) => _id === id)
    if (!user) throw error
    const { name, role, disabled } = user
    await put({ name, role, disabled, ...body })
  }
}

export const setPassword = (id: string, body: SetPassword) =>
  http.post(`/api/users/${id}/password`, { body, quiet: true })

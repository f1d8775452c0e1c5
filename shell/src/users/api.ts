import type { CreateUser, SetPassword, UpdateUser, User } from '@mms/contracts'
import { areaKeys, http, useMutation, useQuery, useQueryClient } from '@mms/sdk'

const usersKey = areaKeys('shell')('users')

/** Everybody who may sign in, disabled people too. */
export function useUsers() {
  return useQuery({
    queryKey: usersKey,
    queryFn: async ({ signal }) => (await http.get<User[]>('/api/users', { signal, quiet: true })).data,
  })
}

/** A change of the users: the list is fetched again before `onDone` is called. */
function useUserChange<Input>(change: (input: Input) => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: usersKey })
      onDone()
    },
  })
}

export function useCreateUser(onDone: () => void) {
  return useUserChange((body: CreateUser) => http.post('/api/users', { body, quiet: true }), onDone)
}

export function useUpdateUser(id: string, onDone: () => void) {
  return useUserChange((body: UpdateUser) => http.put(`/api/users/${id}`, { body, quiet: true }), onDone)
}

export function useSetPassword(id: string, onDone: () => void) {
  const change = (body: SetPassword) => http.post(`/api/users/${id}/password`, { body, quiet: true })
  return useUserChange(change, onDone)
}

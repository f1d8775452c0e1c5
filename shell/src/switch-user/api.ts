import type { ChangePerson, LoginResponse, SetPin, Till } from '@mms/contracts'
import { areaKeys, http, useQuery, useQueryClient } from '@mms/sdk'

const PATH = '/api/auth/till'
const key = areaKeys('shell')('till')

export const useSharedCounter = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await http.get<Till>(PATH, { signal, quiet: true })).data,
    staleTime: 0,
  })

export const setPin = (body: SetPin) => http.put(`${PATH}/pin`, { body, quiet: true })
export const removePin = () => http.delete(`${PATH}/pin`)

export const changePerson = async (body: ChangePerson) =>
  (await http.post<LoginResponse>(`${PATH}/person`, { body, quiet: true })).data

export function useRefreshSharedCounter() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key })
}

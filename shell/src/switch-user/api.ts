import type { ChangePerson, LoginResponse, SetPin, SharedCounter } from '@mms/contracts'
import { areaKeys, http, useQueryClient } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'

const PATH = '/api/auth/till'
const key = areaKeys('shell')('till')

export const useSharedCounter = () => useGet<SharedCounter>(key, PATH)

export const setPin = (body: SetPin) => http.put(`${PATH}/pin`, { body, quiet: true })
export const removePin = () => http.delete(`${PATH}/pin`)

export const changePerson = async (body: ChangePerson) =>
  (await http.post<LoginResponse>(`${PATH}/person`, { body, quiet: true })).data

export function useRefreshSharedCounter() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key })
}

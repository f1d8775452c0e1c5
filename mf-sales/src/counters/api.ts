import type { BillDocument, Counter, CreateCounter, RegisteredCounter, VoidNumber } from '@mms/contracts'
import { http, withProof } from '@mms/sdk'
import { useGet } from '@mms/sdk/queries'
import { counterKeys } from '../keys.ts'
import { readOwnCounter, writeOwnCounter } from '../own-counter.ts'

const PATH = '/api/bills/counters'

export const useCounters = () => useGet<Counter[]>(counterKeys(), PATH)

export async function registerCounter(body: CreateCounter): Promise<RegisteredCounter> {
  // Fails here in a private window without storage, before the server uses up a counter code.
  await readOwnCounter()
  const { data } = await withProof(() => http.post<RegisteredCounter>(PATH, { body, quiet: true }))
  await writeOwnCounter({ _id: data._id, code: data.code, name: data.name, secret: data.secret })
  return data
}

export async function closeCounter(id: string): Promise<Counter> {
  const path = `${PATH}/${encodeURIComponent(id)}/closing`
  return (await withProof(() => http.post<Counter>(path, { quiet: true }))).data
}

export async function voidBillNumber(id: string, body: VoidNumber): Promise<BillDocument> {
  const path = `${PATH}/${encodeURIComponent(id)}/voids`
  return (await withProof(() => http.post<BillDocument>(path, { body, quiet: true }))).data
}

import { type DatabaseKind, openDatabaseServer } from '../chaos/stage/database-server.ts'
import { startProcesses } from '../fuzz/processes.ts'
import { readLists } from './lists.ts'

/** Every service with sample data, and a token of a service that follows all others. */
export async function openStage(database: DatabaseKind) {
  const server = await openDatabaseServer(database)
  const processes = await startProcesses({ databaseOf: (name) => server.create(name) })
  const headers = { authorization: `Bearer ${await processes.userToken()}` }
  const get = async <T>(path: string) =>
    (await (await fetch(processes.gateway.url + path, { headers })).json()) as T
  await get('/api/medicines/seed-sample-data')
  const [medicine] = await get<{ _id: string }[]>('/api/medicines?limit=1')
  if (!medicine) throw new Error('No sample data')
  const { _id: id } = medicine
  const [batch] = await get<{ _id: string }[]>(`/api/medicines/${id}/batches?empty=true`)
  // Each request has its own, because it lives for a minute.
  const serviceToken = () => processes.serviceToken('analytics')
  const ids = { id, medicineId: id, batchId: batch?._id ?? id }
  const userToken = headers.authorization.slice('Bearer '.length)
  const tokenOf = (access: string) => (access === 'service' ? serviceToken() : userToken)
  return {
    services: processes.services,
    lists: await readLists(processes.services, { ids, tokenOf }),
    serviceToken,
    async close(): Promise<void> {
      await processes.close()
      await server.close()
    },
  }
}
export type Stage = Awaited<ReturnType<typeof openStage>>

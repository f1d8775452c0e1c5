import type { LoginResponse } from '@mms/contracts'
import { callerOf } from '@mms/service-kit/test-support'
import { type DatabaseKind, openDatabaseServer } from '../chaos/stage/database-server.ts'
import { type RunningProcess, startProcesses } from '../fuzz/processes.ts'

/** A paged list from its service's OpenAPI document. */
export interface List {
  path: string
  url: string
  token: () => string
  /** Required parameters. */
  query: Record<string, string>
}

interface Operation {
  'x-access': string
  parameters?: { name: string; in: string; required?: boolean }[]
}
interface Document {
  paths: Record<string, { get?: Operation }>
}

/** `until`: after every expiry date of the sample. */
const REQUIRED: Record<string, string> = { until: '2099-12-31', from: '2026-01-01', to: '2026-12-31' }

interface ListOptions {
  /** Values of path parameters. */
  ids: Record<string, string>
  tokenOf: (access: string) => string
}

/** All paged lists of all services; new ones are included automatically. */
async function readLists(
  services: readonly RunningProcess[],
  { ids, tokenOf }: ListOptions,
): Promise<List[]> {
  const documents = services.map(async ({ url }) => {
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as Document
    return Object.entries(paths).flatMap(([path, { get }]) => {
      const names = get?.parameters?.map(({ name }) => name) ?? []
      if (!get || !names.includes('after')) return []
      const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name)
      const required = get.parameters?.filter((one) => one.required).map(({ name }) => name) ?? []
      const query = Object.fromEntries(Object.entries(REQUIRED).filter(([name]) => required.includes(name)))
      return [{ path, url: `${url}${place}`, token: () => tokenOf(get['x-access']), query }]
    })
  })
  return (await Promise.all(documents)).flat()
}

/** Every service with sample data, and a token of a service that follows all others. */
export async function openStage(database: DatabaseKind) {
  const server = await openDatabaseServer(database)
  const processes = await startProcesses({ databaseOf: (name) => server.create(name) })
  const api = callerOf(processes.gateway.url)
  const { token: userToken } = (await api.post<LoginResponse>('/api/auth/login', { body: processes.admin }))
    .body
  const get = async <T>(path: string) => (await api.get<T>(path, { token: userToken })).body
  await get('/api/medicines/seed-sample-data')
  const [medicine] = await get<{ _id: string }[]>('/api/medicines?limit=1')
  if (!medicine) throw new Error('No sample data')
  const { _id: id } = medicine
  const [batch] = await get<{ _id: string }[]>(`/api/medicines/${id}/batches?empty=true`)
  // Each request has its own, because it lives for a minute.
  const serviceToken = () => processes.serviceToken('analytics')
  const ids = { id, medicineId: id, batchId: batch?._id ?? id }
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

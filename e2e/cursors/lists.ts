import type { RunningProcess } from '../fuzz/processes.ts'

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
export async function readLists(
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

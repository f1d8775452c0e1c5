import type { RunningProcess } from '../fuzz/processes.ts'

/** A list that pages, as its service's own OpenAPI document has it. */
export interface List {
  path: string
  url: string
  token: () => string
  /** Parameters without which it answers nothing. */
  query: Record<string, string>
}

interface Operation {
  'x-access': string
  parameters?: { name: string; in: string; required?: boolean }[]
}
interface Document {
  paths: Record<string, { get?: Operation }>
}

/** Beyond every expiry date of the sample. */
const REQUIRED: Record<string, string> = { until: '2099-12-31' }

interface ListOptions {
  /** What stands for the parameters of a path. */
  ids: Record<string, string>
  tokenOf: (access: string) => string
}

/** Every list of every service that takes a cursor: a new one is among them by itself. */
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
      const query = Object.fromEntries(Object.entries(REQUIRED).filter(([name]) => names.includes(name)))
      return [{ path, url: `${url}${place}`, token: () => tokenOf(get['x-access']), query }]
    })
  })
  return (await Promise.all(documents)).flat()
}

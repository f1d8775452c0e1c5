import {
  jsonParser,
  type Logger,
  type Metrics,
  type ServiceList,
  serviceListSchema,
  watchFile,
} from '@mms/service-kit'

export interface PrefixGrant {
  prefix: string
  service: string
  /** Undefined until the service is installed. */
  url?: string | undefined
}

const LOOK_MS = 1_000

const byLength = (a: PrefixGrant, b: PrefixGrant) => b.prefix.length - a.prefix.length

function tableOf(list: ServiceList): PrefixGrant[] {
  const grantsOf = ([service, { url, prefixes }]: [string, ServiceList[string]]) =>
    prefixes.map((prefix) => ({ prefix, service, url }))
  return Object.entries(list).flatMap(grantsOf).sort(byLength)
}

const fits = ({ prefix }: PrefixGrant, path: string) =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')

export function fixedServices(list: ServiceList) {
  const table = tableOf(list)
  return { list: () => list, find: (path: string) => table.find((grant) => fits(grant, path)) }
}
export type Services = ReturnType<typeof fixedServices>

/** Watches the list of services. Throws a `StartupError` if the first list is bad; later bad lists are ignored. */
export async function openServices({ file, log, metrics }: { file: string; log: Logger; metrics: Metrics }) {
  const parse = jsonParser(serviceListSchema)
  const read = await watchFile({ file, title: 'list of services', parse, log, registry: metrics.registry })
  let services = fixedServices(await read())
  const look = async () => {
    services = fixedServices(await read())
  }
  setInterval(() => void look(), LOOK_MS).unref()
  return { list: () => services.list(), find: (path: string) => services.find(path) }
}

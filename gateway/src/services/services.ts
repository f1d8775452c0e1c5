import {
  jsonParser,
  type Logger,
  type Metrics,
  type ServiceList,
  serviceListSchema,
  watchFile,
} from '@mms/service-kit'

/** What a service is trusted with: a path and everything below it. */
export interface Grant {
  prefix: string
  service: string
  /** Its origin; none as long as it is not installed. */
  url?: string | undefined
}

/** The services behind the API, as operators list them now. */
export interface Services {
  list(): ServiceList
  /** Whose a path is: the longest prefix that fits; undefined where none does. */
  find(path: string): Grant | undefined
}

/** How soon a changed list counts, at most. */
const LOOK_MS = 1_000

const byLength = (a: Grant, b: Grant) => b.prefix.length - a.prefix.length

function tableOf(list: ServiceList): Grant[] {
  const grantsOf = ([service, { url, prefixes }]: [string, ServiceList[string]]) =>
    prefixes.map((prefix) => ({ prefix, service, url }))
  return Object.entries(list).flatMap(grantsOf).sort(byLength)
}

const fits = ({ prefix }: Grant, path: string) =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')

/** Services that stay where they are. */
export function fixedServices(list: ServiceList): Services {
  const table = tableOf(list)
  return { list: () => list, find: (path) => table.find((grant) => fits(grant, path)) }
}

/**
 * The services of a JSON file, read now and again within a second of its change, without a restart. A file that cannot
 * be used is a `StartupError` at first; later the last good one stays in force.
 */
export async function openServices(options: {
  file: string
  log: Logger
  metrics: Metrics
}): Promise<Services> {
  const { file, log, metrics } = options
  const parse = jsonParser(serviceListSchema)
  const read = await watchFile({ file, title: 'list of services', parse, log, registry: metrics.registry })
  let list = await read()
  let services = fixedServices(list)
  const look = async () => {
    const now = await read()
    if (now === list) return
    list = now
    services = fixedServices(now)
  }
  setInterval(() => void look(), LOOK_MS).unref()
  return { list: () => list, find: (path) => services.find(path) }
}

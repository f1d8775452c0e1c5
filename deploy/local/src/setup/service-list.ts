import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { jsonParser } from '@mms/service-kit/config'
import { type ServiceList, serviceListSchema } from '@mms/service-kit/service-list'

const root = resolve(import.meta.dirname, '../../../..')

/** The list of services, with what each is trusted with: the one place where a new one is entered. */
const listed: ServiceList = jsonParser(serviceListSchema)(
  readFileSync(join(root, 'deploy/services.json'), 'utf8'),
)

/** The services that run: those of the list whose program is here. The others are not part of this release. */
export const serviceNames: string[] = Object.keys(listed).filter((name) =>
  existsSync(join(root, 'services', name, 'src/main.ts')),
)

/** Service → those whose feeds it may read. */
export const follows = Object.fromEntries(serviceNames.map((name) => [name, listed[name]?.follows ?? []]))

/** Writes down for the gateway where each service is, in the order of their names here. */
export function writeServiceList(file: string, ports: number[]): void {
  const entries = Object.entries(listed).map(([name, service]) => {
    const port = ports[serviceNames.indexOf(name)]
    return [name, port === undefined ? service : { ...service, url: `http://127.0.0.1:${port}` }]
  })
  writeFileSync(file, JSON.stringify(Object.fromEntries(entries), null, 2))
}

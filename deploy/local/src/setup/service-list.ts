import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonParser } from '@mms/service-kit/config'
import { type ServiceList, serviceListSchema } from '@mms/service-kit/service-list'
import { root } from '../config.ts'

/** The list of services and what they may call. New services are registered here only. */
const listed: ServiceList = jsonParser(serviceListSchema)(
  readFileSync(join(root, 'deploy/services.json'), 'utf8'),
)

export const serviceNames: string[] = Object.keys(listed).filter((name) =>
  existsSync(join(root, 'services', name, 'src/main.ts')),
)

export const followedServices = Object.fromEntries(
  serviceNames.map((name) => [name, listed[name]?.follows ?? []]),
)

export function writeServiceList(file: string, ports: number[]): void {
  const entries = Object.entries(listed).map(([name, service]) => {
    const port = ports[serviceNames.indexOf(name)]
    return [name, port === undefined ? service : { ...service, url: `http://127.0.0.1:${port}` }]
  })
  writeFileSync(file, JSON.stringify(Object.fromEntries(entries), null, 2))
}

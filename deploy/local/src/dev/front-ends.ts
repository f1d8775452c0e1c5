import { join } from 'node:path'
import type { LocalConfig } from '../config.ts'

interface DevelopedArea {
  name: string
  folder: string
  port: number
}

interface Places {
  root: string
  config: LocalConfig
  areas: DevelopedArea[]
  gateway: string
}

/** Builds shell and areas in memory and rebuilds on changes; resolves when all are ready. */
export async function serveFrontEnds(
  { root, config, areas, gateway }: Places,
  print: (line: string) => void,
): Promise<void> {
  // rspack is a large binary, so only development loads it.
  const { serveFrontEnd } = await import('@mms/build/serve')
  print(`Building ${['shell', ...areas.map(({ folder }) => folder)].join(', ')} …`)
  const place = { host: config.HOST, port: String(config.PORT) }
  await Promise.all([
    serveFrontEnd(join(root, 'shell'), { gateway, ...place }),
    ...areas.map(({ folder, port }) =>
      serveFrontEnd(join(root, folder), { gateway, host: '127.0.0.1', port: String(port), remoteOnly: true }),
    ),
  ])
}

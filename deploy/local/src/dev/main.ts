import { join } from 'node:path'
import { findFreePorts } from '@mms/service-kit/ports'
import type { LocalConfig } from '../config.ts'
import { areaFolders, areaOf } from '../setup/front-ends.ts'
import { runOnThisMachine } from '../supervisor/run.ts'
import { createWatchedChild } from './watched-child.ts'

interface DevelopedArea {
  name: string
  folder: string
  port: number
}

interface FrontEndPlan {
  root: string
  config: LocalConfig
  areas: DevelopedArea[]
  gateway: string
}

/** Builds the shell and areas in memory and rebuilds them on changes. Resolves when all are ready. */
async function serveFrontEnds(
  { root, config, areas, gateway }: FrontEndPlan,
  print: (line: string) => void,
): Promise<void> {
  // Imported here, because rspack is large and only development needs it.
  const { serveFrontEnd } = await import('@mms/build/serve')
  print(`Building ${['shell', ...areas.map(({ folder }) => folder)].join(', ')} …`)
  const address = { host: config.HOST, port: String(config.PORT) }
  await Promise.all([
    serveFrontEnd(join(root, 'shell'), { gateway, ...address }),
    ...areas.map(({ folder, port }) =>
      serveFrontEnd(join(root, folder), { gateway, host: '127.0.0.1', port: String(port), remoteOnly: true }),
    ),
  ])
}

/** `npm run dev` puts development servers in front of the gateway. The shell's server has the public port. */
await runOnThisMachine(async ({ root, config, print }) => {
  const folders = areaFolders(root)
  const [port = 0, ...areaPorts] = await findFreePorts(1 + folders.length)
  const areas = folders.map((folder, i) => ({ name: areaOf(folder), folder, port: areaPorts[i] as number }))
  return {
    frontEnds: {
      shell: undefined,
      areas: Object.fromEntries(areas.map(({ name, port }) => [name, `http://127.0.0.1:${port}`])),
    },
    gateway: { HOST: '127.0.0.1', PORT: port },
    separate: true,
    createProcess: createWatchedChild,
    startFront: () => serveFrontEnds({ root, config, areas, gateway: `http://127.0.0.1:${port}` }, print),
  }
})

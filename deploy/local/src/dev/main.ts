import { findFreePorts } from '@mms/service-kit/ports'
import { serveFrontEnds } from './dev/front-ends.ts'
import { createWatchedChild } from './dev/watched-child.ts'
import { runOnThisMachine } from './run.ts'
import { areaFolders, areaOf } from './setup/front-ends.ts'

/**
 * `npm run dev`: the shell's development server takes the public port in front of the gateway, areas have their own
 * servers, and every process runs its sources.
 */
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

import { findFreePort } from '@mms/service-kit/ports'
import { databaseOf } from '../../src/plan/plan.ts'
import { callsTo } from '../services.ts'
import { asAdmin, isRunning, type RunningSuite, startSuite, untilReady } from '../support.ts'

/** Plans the suite in the two processes of `npm start`; requests go to the gateway. Otherwise like `planSuite`. */
export async function planShared(databaseUrl: string | undefined, dataFolder: string) {
  const PORT = String(await findFreePort())
  const config = { DATA_DIR: dataFolder, DATABASE_URL: databaseUrl } as Parameters<
    typeof databaseOf
  >[0]['config']
  let suite: RunningSuite | undefined
  return {
    databaseUrl: (name: string) => databaseOf({ config, data: { path: dataFolder } }, name),
    async start() {
      suite = startSuite({
        ...{ PORT, DATA_DIR: dataFolder, LOG_LEVEL: 'error', WRITES_PER_SECOND: '0' },
        ...asAdmin,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      })
      await untilReady(suite)
    },
    /** Kills all processes at once. */
    async kill() {
      if (!suite) return
      const pids = [suite.pid, ...suite.children().values()].filter(isRunning)
      for (const pid of pids) process.kill(pid, 'SIGKILL')
      await suite.ended
      while (pids.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 10))
      suite = undefined
    },
    ...callsTo(() => `http://127.0.0.1:${PORT}`),
  }
}

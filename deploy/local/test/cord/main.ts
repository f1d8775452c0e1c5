import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { endServices, planSuite } from '../services.ts'
import { addMedicines, openCounter, signIn } from './counter.ts'
import { createDisk } from './disk.ts'
import { compareLedger } from './ledger.ts'
import { createServer } from './server.ts'
import { planShared } from './shared.ts'

const MEDICINES = 10
const TILLS = 8
const names = ['identity', 'inventory', 'sales']
/** Set for the process in a mount namespace of its own, whose mounts disappear with its last process. */
const INSIDE = '--inside'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { times: text, database: text, shared: { type: 'boolean' }, inside: { type: 'boolean' } },
})
const { times = '200', database = 'sqlite', shared = false } = values

/** True after a signal: the current round is finished and cleaned up. */
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    stopping = true
  })
}

/** Cuts the power repeatedly in the middle of sales. Returns true if nothing was lost. */
async function pullCord(): Promise<boolean> {
  const disk = createDisk(mkdtempSync(join(tmpdir(), 'mms-cord-')))
  const server = database === 'mariadb' ? await createServer(join(disk.path, 'server')) : undefined
  await server?.start()
  const plan = () => (shared ? planShared : planSuite)(server && `${server.url}cord`, join(disk.path, 'data'))
  let suite = await plan()
  const readyAfter: number[] = []
  let [sold, lost, off] = [0, 0, 0]
  try {
    await suite.start(...names)
    const ids = await addMedicines(suite, await signIn(suite), MEDICINES)
    for (let round = 1; round <= Number(times) && !stopping; round += 1) {
      const token = await signIn(suite)
      const counters = Array.from({ length: TILLS }, () => openCounter(suite, ids, token))
      await delay(300 + Math.random() * 1_500)
      disk.cut()
      await Promise.all([suite.kill(), server?.kill()])
      await Promise.all(counters.map((counter) => counter.stop()))
      await disk.restart()
      const begun = performance.now()
      await server?.start()
      const serverMs = Math.round(performance.now() - begun)
      suite = await plan()
      await suite.start(...names)
      readyAfter.push(Math.round(performance.now() - begun))
      const acknowledged = counters.flatMap((counter) => counter.acknowledged)
      const found = await compareLedger(suite.databaseUrl, acknowledged)
      sold += acknowledged.length
      lost += found.lost.length
      off += found.off.length
      const ofServer = server ? ` (the server ${serverMs})` : ''
      const line = `${round}: ${acknowledged.length} sold, ${found.lost.length} lost, ready after ${readyAfter.at(-1)} ms${ofServer}, load ${loadavg()[0]?.toFixed(1)}`
      console.log([line, ...found.off].join('; '))
    }
  } finally {
    endServices()
    await suite.kill()
    await server?.kill()
    await disk.remove()
  }
  const sorted = readyAfter.toSorted((a, b) => a - b)
  const [median, p99, most] = [0.5, 0.99, 1].map((part) => sorted[Math.ceil(sorted.length * part) - 1])
  console.log(
    `${database}${shared ? ', till and office' : ''}: cord pulled ${readyAfter.length} times, ${sold} sales acknowledged, ${lost} lost, ${off} stocks off; ready after ${median} ms, p99 ${p99} ms, at most ${most} ms`,
  )
  return lost === 0 && off === 0
}

/**
 * `npm run cord -- [--times 200] [--database sqlite|mariadb] [--shared]` needs root, to mount a disk. With `--shared`
 * it runs the two processes of `npm start`, otherwise a process each for identity, inventory and sales.
 */
if (values.inside) process.exitCode = (await pullCord()) ? 0 : 1
else {
  const args = ['-m', process.execPath, import.meta.filename, ...process.argv.slice(2), INSIDE]
  process.exitCode = spawnSync('unshare', args, { stdio: 'inherit' }).status ?? 1
}

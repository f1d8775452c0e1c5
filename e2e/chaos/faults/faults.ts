import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { Program } from '../stage/program.ts'
import { COMMAND_TIMEOUT_MS, type Stage } from '../stage/stage.ts'

/** What goes wrong. Each fault is over when its function returns, and throws when it did not happen. */
export type FaultKind =
  | 'kill-inventory'
  | 'kill-sales'
  | 'pause-inventory'
  | 'pause-sales'
  | 'crash-database'
  | 'cut-connections'
  | 'delay-connections'

/** At most this long, in ms, until a fault of the network has met a request. */
const WAIT_FOR_TRAFFIC_MS = 20_000

const longPause = (random: Random) => random.int(COMMAND_TIMEOUT_MS + 100, COMMAND_TIMEOUT_MS * 3)

async function killAndRestart(program: Program, random: Random): Promise<void> {
  await program.kill()
  await delay(random.int(0, 300))
  await program.start()
}

async function badWeather(stage: Stage, random: Random, weather: 'cut' | 'delay'): Promise<void> {
  const { proxy } = stage
  const count = () => (weather === 'cut' ? proxy.counts.bytesCut : proxy.counts.chunksDelayed)
  const before = count()
  proxy.setWeather(weather)
  await delay(weather === 'cut' ? random.int(100, 500) : random.int(400, 1_500))
  for (const until = Date.now() + WAIT_FOR_TRAFFIC_MS; count() === before && Date.now() < until; )
    await delay(5)
  proxy.setWeather('clear')
  if (count() === before) throw new Error(`No connection was ever met by the fault: ${weather}`)
}

export function createFaults(stage: Stage, random: Random): Record<FaultKind, () => Promise<void>> {
  const { inventory, sales, crashDatabase } = stage
  return {
    'kill-inventory': () => killAndRestart(inventory, random),
    'kill-sales': () => killAndRestart(random.pick(sales), random),
    'pause-inventory': () => inventory.pause(longPause(random)),
    'pause-sales': () => random.pick(sales).pause(longPause(random)),
    'crash-database': async () => {
      if (!crashDatabase) throw new Error('A database in a file has no server that could crash')
      await crashDatabase()
    },
    'cut-connections': () => badWeather(stage, random, 'cut'),
    'delay-connections': () => badWeather(stage, random, 'delay'),
  }
}

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { COMMAND_TIMEOUT_MS } from '../stage/releases.ts'
import type { Stage } from '../stage/stage.ts'
import { createPatience, type Patience } from './patience.ts'

/** Stands for inventory: returns whether it is ready, once `busy` is over. */
let server: Server
let busyMs: number
let asked: number
let patience: Patience

beforeEach(async () => {
  asked = 0
  server = createServer((_, response) => {
    asked += 1
    setTimeout(() => response.end('{}'), busyMs)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(() => {
  patience.stop()
  server.close()
  server.closeAllConnections()
})

function start(limitMs: number): Promise<unknown> {
  const { port } = server.address() as AddressInfo
  const inventory = { url: `http://127.0.0.1:${port}` } as Stage['inventory']
  patience = createPatience({ inventory }, limitMs)
  return once(patience.signal, 'abort')
}

test('is over when inventory could have answered for so long', async () => {
  busyMs = 0
  await start(300)
  expect(asked).toBeGreaterThanOrEqual(1)
})

test('lasts while inventory is too busy to answer in time, and ends once it is not', async () => {
  busyMs = COMMAND_TIMEOUT_MS
  const over = start(2_000)
  while (asked < 4) await Promise.race([over, delay(5)])
  expect(patience.signal.aborted).toBe(false)
  busyMs = 0
  await over
})

test('is over in the end when inventory never answers', async () => {
  busyMs = COMMAND_TIMEOUT_MS
  await start(10)
  expect(patience.signal.aborted).toBe(true)
})

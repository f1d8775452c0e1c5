import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePorts, tryPort } from './ports.ts'

test('free ports are all different, and can be listened on', async () => {
  const ports = await findFreePorts(20)
  expect(new Set(ports).size).toBe(20)
  for (const port of ports) await tryPort(port)
})

test('free ports are none that the system hands out to others', async () => {
  for (const port of await findFreePorts(20)) expect(port).toBeLessThan(32_768)
})

test('a taken port says so', async () => {
  const [port = 0] = await findFreePorts(1)
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  await expect(tryPort(port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  server.close()
})

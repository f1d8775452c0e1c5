import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort, findFreePorts, tryPort } from './ports.ts'

/** Draws this port first, then any. */
const drawing = (port: number) => {
  const drawn = [port].values()
  return () => drawn.next().value ?? randomInt(20_000, 32_000)
}

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

test('a port that was drawn is nobody else’s while nothing listens on it yet', async () => {
  const drawn = await findFreePort()
  expect(await findFreePort(drawing(drawn))).not.toBe(drawn)
  await tryPort(drawn)
})

test('a port that another process drew is free again when that one is gone, however it ended', async () => {
  const program = `import { findFreePort } from ${JSON.stringify(new URL('./ports.ts', import.meta.url))}
    console.log(await findFreePort())
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const drawn = Number(line)
  expect(await findFreePort(drawing(drawn))).not.toBe(drawn)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await findFreePort(drawing(drawn))).toBe(drawn)
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { spawnProgram } from '../test-support/program.ts'

const program = `
import { text } from 'node:stream/consumers'
import { createLifecycle, createLogger, findInProcess, main, runtimeOf, serve } from '@mms/service-kit'
await main(async () => {
  const log = createLogger({ name: 'child' })
  const lifecycle = createLifecycle()
  const answer = (res, ms) => setTimeout(() => res.end(String(lifecycle.stopping)), ms)
  const listener = (req, res) => {
    if (req.url !== '/held') return answer(res, 0)
    // Answered only after the stop request.
    process.once('SIGTERM', () => answer(res, 200))
    process.on('message', ({ type }) => type === 'replaced' && answer(res, 200))
    process.send({ type: 'called' })
  }
  const onClose = [async () => log.info('database closed')]
  const runtime = runtimeOf('child')
  process.once('SIGUSR2', () => {
    log.info('last line')
    process.exit(0)
  })
  const options = { runtime, host: '127.0.0.1', log, lifecycle, onClose, inProcess: true }
  const { port } = await serve(listener, { ...options, port: Number(process.argv[1] ?? 0) })
  const call = () => findInProcess('http://127.0.0.1:' + port)?.({ method: 'GET', path: '/held', headers: {} })
  process.on('message', async ({ type }) => {
    if (type !== 'call') return
    const stopping = await text(call())
    log.info({ stopping, isClosed: call() === undefined }, 'answered')
  })
})`

const start = (port = 0) => spawnProgram(program, [String(port)])

test('finishes open requests on SIGTERM, closes what it was told to and exits 0', async () => {
  const { child, output, ready } = start()
  const origin = await ready()
  const called = once(child, 'message')
  const held = fetch(`${origin}/held`).then((response) => response.text())
  await called
  child.kill('SIGTERM')
  expect(await held).toBe('true')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(output()).toContain('database closed')
})

test.each(['SIGTERM', 'replaced'])('on %s finishes calls of its process, takes no others', async (how) => {
  const { child, output, ready } = start()
  await ready()
  const called = once(child, 'message')
  child.send({ type: 'call' })
  await called
  if (how === 'SIGTERM') child.kill(how)
  else child.send({ type: how })
  expect(await once(child, 'exit')).toEqual([0, null])
  // A replaced process stops its jobs and long polls only after the last answer.
  expect(output()).toContain(`"stopping":"${how === 'SIGTERM'}","isClosed":true,"msg":"answered"`)
  expect(output().indexOf('answered')).toBeLessThan(output().indexOf('database closed'))
})

test('once replaced it answers what comes on open connections, as the last there, and ends when they are gone', async () => {
  const { child, ready } = start()
  const { port } = new URL(await ready())
  const idle = connect(Number(port), '127.0.0.1')
  await once(idle, 'connect')
  const ask = async () => {
    idle.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    return String((await once(idle, 'data'))[0])
  }
  expect(await ask()).toContain('Connection: keep-alive')
  child.send({ type: 'replaced' })
  const asking = { headers: { connection: 'close' } }
  const listens = () => fetch(`http://127.0.0.1:${port}`, asking).then(Boolean, () => false)
  await expect.poll(listens).toBe(false)
  const last = await ask()
  // Jobs and long polls went on until then.
  expect(last).toMatch(/false$/)
  expect(last).toContain('Connection: close')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('stops when its supervisor is gone, and leaves Ctrl-C to it', async () => {
  const { child, ready } = start()
  const origin = await ready()
  child.kill('SIGINT')
  expect((await fetch(origin)).status).toBe(200)
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('writes the lines that are left as it ends, and ends where nobody reads them', async () => {
  const { child, output, ready } = start()
  await ready()
  child.kill('SIGUSR2')
  await once(child, 'close')
  expect(output()).toContain('"listening"')
  expect(output().match(/"last line"/g)).toHaveLength(1)
  const unread = start()
  await unread.ready()
  unread.child.stdout?.destroy()
  unread.child.kill('SIGUSR2')
  expect(await once(unread.child, 'exit')).toEqual([0, null])
})

test('says in one sentence that its port is taken, and exits 1', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { child, output } = start(port)
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(output()).toBe(`Port ${port} on 127.0.0.1 is already taken.\n`)
  server.close()
})

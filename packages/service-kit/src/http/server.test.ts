import { once } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { createHttpServer } from './server.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

async function start(listener: RequestListener): Promise<() => Promise<Socket>> {
  const server = createHttpServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push({ close: () => void server.close().closeAllConnections() })
  return async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
}

/** It may be cut off while it still sends, which is an error for a client. */
const closed = (socket: Socket) => new Promise((resolve) => socket.resume().once('close', resolve))

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const LAST = 'GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

/** Answers without a look at the body, as after a 401. */
const early = (_req: IncomingMessage, res: ServerResponse) => void res.end('early')

test('throws away a small body that nobody read, and answers the next request of the connection', async () => {
  const socket = await (await start(early))()
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n`)
  socket.write(`${'x'.repeat(500_000)}${LAST}`)
  expect((await text(socket)).match(/early/g)).toHaveLength(2)
})

test.each(['nobody reads', 'somebody began to read'])('cuts off a body without end that %s', async (how) => {
  const listener: RequestListener = (req, res) => {
    if (how === 'nobody reads') return early(req, res)
    req.once('data', () => {
      req.pause()
      early(req, res)
    })
  }
  const socket = await (await start(listener))()
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
  const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const sending = setInterval(() => socket.write(piece), 1)
  await closed(socket)
  clearInterval(sending)
})

test('answers 417 to an expectation it does not know, and throws the body away', async () => {
  const socket = await (await start(early))()
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nExpect: more\r\nContent-Length: 2\r\n\r\n{}${LAST}`)
  const answers = await text(socket)
  expect(answers).toMatch(/^HTTP\/1.1 417[\s\S]*early$/)
  expect(answers).toContain('application/problem+json')
  const message = 'No expectation is met here but 100-continue'
  const problem = { status: 417, code: 'http.417', requestId: expect.any(String), message }
  expect(JSON.parse(/\{.*\}/.exec(answers)?.[0] ?? '')).toMatchObject(problem)
})

test('cuts off a client that asks more at a time than anybody needs, and tells every request that it is gone', async () => {
  let asked = 0
  let told = 0
  const connectTo = await start((_req, res) => {
    asked += 1
    res.once('close', () => {
      told += 1
    })
  })
  const socket = await connectTo()
  socket.write(GET.repeat(5))
  await expect.poll(() => asked).toBe(5)
  socket.destroy()
  await expect.poll(() => told).toBe(5)
  asked = 0
  const greedy = await connectTo()
  greedy.write(GET.repeat(1000))
  await closed(greedy)
  expect(asked).toBe(32)
})

test('loses no header, however many there are', async () => {
  let last: string | undefined
  const socket = await (
    await start((req, res) => {
      last = req.headers['if-match'] as string
      res.end()
    })
  )()
  socket.write(
    `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'a:\r\n'.repeat(2_500)}If-Match: "7"\r\n\r\n`,
  )
  await closed(socket)
  expect(last).toBe('"7"')
})

import { once } from 'node:events'
import { Agent, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { LARGEST_BODY_BYTES } from '@mms/service-kit'
import { expect, onTestFinished, test } from 'vitest'
import { addMedicine, openBehindGateway as start, tokens } from '../../test/support.ts'

type Started = Awaited<ReturnType<typeof start>>

const attacker = tokens.token({ sub: 'attacker' })
const other = tokens.token({ sub: 'other' })

/** Opens connections that send this text and never read. */
async function openMany({ gateway }: Started, count: number, sent: string): Promise<Socket[]> {
  const { port, hostname } = new URL(gateway.url)
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname).pause())
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()))
  for (const socket of sockets) socket.on('error', () => {})
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.write(sent, resolve))))
  return sockets
}

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n')

/** Expects that others can sign in, sell and check the health. */
async function expectOthersServed({ gateway }: Started): Promise<void> {
  const statuses = await Promise.all([
    gateway.post('/api/auth/login', { body: {} }),
    gateway.post('/api/medicines', { token: other, body: {} }),
    gateway.get('/api/medicines', { token: other }),
    gateway.get('/api/test'),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
}

test('128 bodies that are announced and do not come stop neither a sale nor a sign-in', async () => {
  const started = await start(undefined, { heldBytes: 32 * 1024 * 1024 })
  const announced = `Content-Length: ${LARGEST_BODY_BYTES}`
  await openMany(started, 128, head('POST /api/medicines', `Authorization: Bearer ${attacker}`, announced))
  await openMany(started, 128, head('POST /api/auth/login', 'Content-Length: 4000'))
  await expectOthersServed(started)
})

test('280 slow readers of a long answer stop no other person', async () => {
  const long = 'x'.repeat(8 * 1024 * 1024)
  const answer = (res: ServerResponse, of: string | undefined) =>
    res.end(of === `Bearer ${attacker}` ? long : 'short')
  const started = await start(
    (req, res) => void req.resume().on('end', () => answer(res, req.headers.authorization)),
  )
  await openMany(started, 280, head('GET /api/medicines', `Authorization: Bearer ${attacker}`))
  await expectOthersServed(started)
})

const closed = (sockets: Socket[]) =>
  sockets.filter((socket) => socket.destroyed || socket.readableEnded).length

test.each([
  ['send nothing', ''],
  ['dribble headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: '],
  ['announce a body', head('POST /api/auth/login', 'Content-Length: 9')],
  ['asked before', head('GET /api/test')],
])('half-open connections that %s close each other, and no other client is refused', async (_what, sent) => {
  const started = await start(undefined, {}, { each: 40, all: 60 })
  const { port, hostname } = new URL(started.gateway.url)
  const till = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => till.destroy())
  const sell = () =>
    new Promise<number | undefined>((resolve, reject) =>
      request({ port, hostname, agent: till, ...addMedicine() }, (answer) =>
        answer.resume().on('end', () => resolve(answer.statusCode)),
      )
        .on('error', reject)
        .end('{}'),
    )
  expect(await sell()).toBe(200)
  const sockets = await openMany(started, 200, sent)
  for (const socket of sockets) socket.resume()
  await expect.poll(() => closed(sockets)).toBeGreaterThanOrEqual(160)
  expect(closed(sockets)).toBeLessThan(200)
  expect(await sell()).toBe(200)
  await expectOthersServed(started)
  expect(await started.gateway.metrics.expose()).toMatch(/closed_connections_total\{.*\} 1\d\d/)
})

test('connections with a token that only wait are closed too, those that are answered are not', async () => {
  const started = await start(undefined, {}, { each: 20 })
  const token = `Authorization: Bearer ${attacker}`
  const body = head('POST /api/medicines', token, 'Content-Length: 9')
  const sockets = await openMany(started, 60, `${head('GET /api/medicines', token)}${body}`)
  for (const socket of sockets) socket.resume()
  await expect.poll(() => closed(sockets)).toBeGreaterThanOrEqual(40)
  await expectOthersServed(started)
})

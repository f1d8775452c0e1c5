import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createLifecycle, createMetrics, jsonParser, type Logger, serviceListSchema } from '@mms/service-kit'
import { acceptInProcess, startApp, testMode, testTokens } from '@mms/service-kit/test-support'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { createGateway, type GatewayOptions } from '../src/app.ts'
import { type ConnectionLimits, limitConnections } from '../src/limits/connections.ts'
import type { Limits } from '../src/limits/limits.ts'
import type { ReadDocument } from '../src/services/documents.ts'
import { fixedServices } from '../src/services/services.ts'

export const tokens = testTokens()

/** Closes `started` when the current test ends. */
export function closing<T extends { close(): Promise<void> }>(started: T): T {
  onTestFinished(started.close)
  return started
}

/** A folder that is removed when the current test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mms-gateway-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Limits that no test reaches unless it lowers them. */
const patient: Limits = {
  bodyMs: 20_000,
  heldBytes: 1024 * 1024,
  upstreamMs: 20_000,
  requests: 32,
  requestsEach: 16,
  writesPerSecond: 0,
  waiting: 1_024,
  waitMs: 20_000,
}

const listFile = join(import.meta.dirname, '../../deploy/services.json')
const listed = jsonParser(serviceListSchema)(readFileSync(listFile, 'utf8'))

/** Lists all services with their prefixes. Services without a URL count as not installed. */
export const listServices = (urls: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(listed).map(([name, own]) => [name, { ...own, url: urls[name] }]))

/** The public routes in identity's API document. */
export const publicPaths = Object.fromEntries(
  ['login', 'refresh', 'logout'].map((name) => [`/api/auth/${name}`, { post: { 'x-access': 'public' } }]),
)

/** Fetches no API documents, so that tests see only their own requests. */
const readNothing: ReadDocument = async () => ({ paths: publicPaths, components: {} })

type TestOptions = Partial<Omit<GatewayOptions, 'services'>> & {
  /** URLs by service, with the usual prefixes; or a complete list. */
  services?: Record<string, string> | GatewayOptions['services']
  connections?: ConnectionLimits
}

const isOpened = (services: object): services is GatewayOptions['services'] =>
  typeof (services as { find?: unknown }).find === 'function'

/** Starts a gateway on a free port, and collects its log lines. */
export async function startGateway({
  services = {},
  connections = { each: 1_000 },
  ...options
}: TestOptions = {}) {
  const lines: Record<string, unknown>[] = []
  const metrics = createMetrics('gateway')
  const log: Logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
  const { app, checkClaims } = createGateway({
    version: '1.2.3',
    alarmHours: 50,
    log,
    metrics,
    lifecycle: createLifecycle(),
    verifiers: tokens.verifiers,
    services: isOpened(services) ? services : fixedServices(listServices(services)),
    readDocument: readNothing,
    limits: patient,
    trustedProxies: 0,
    storeTimeZone: 'Asia/Kolkata',
    areas: async () => ({}),
    developerOrigins: [],
    developers: [],
    ...options,
  })
  const client = await startApp(app, (server) => limitConnections(server, connections, metrics))
  return { ...client, lines, checkClaims, metrics }
}
export type TestGateway = Awaited<ReturnType<typeof startGateway>>

/** Starts a service for the gateway. By default it answers with method and path. */
export async function startUpstream(listener?: RequestListener) {
  /** Newest last. */
  const requests: IncomingMessage[] = []
  const answer: RequestListener = (req, res) => {
    requests.push(req)
    if (listener) return listener(req, res)
    res.setHeader('Content-Type', 'application/json')
    res.end(JSON.stringify({ method: req.method, url: req.url }))
  }
  const server = createServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const calls = testMode.inProcess ? acceptInProcess(url, answer) : undefined
  const close = async () => {
    calls?.close()
    calls?.breakOff()
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return { url, requests, close }
}

/** Sends a request with headers or paths that `fetch` refuses. */
export async function rawRequest(
  url: string,
  options: {
    path?: string
    method?: string
    headers?: Record<string, string>
    body?: Readable | string
  } = {},
) {
  const { body, ...rest } = options
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true })
  const sent = request({ hostname, port, agent, ...rest })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  if (body && typeof body !== 'string') body.pipe(sent)
  else sent.end(body)
  const [answer] = await answered
  const received = { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }
  // If the gateway refuses the body, the rest cannot be sent.
  sent.on('error', () => {})
  agent.destroy()
  return received
}

/** Starts a service behind a gateway; it serves as identity and inventory. Tests may change `limits` while it runs. */
export async function startBehindGateway(
  listener?: RequestListener,
  less: Partial<Limits> = {},
  connections?: ConnectionLimits,
) {
  const limits = { ...patient, ...less }
  const upstream = await startUpstream(listener)
  const gateway = await startGateway({
    services: { identity: upstream.url, inventory: upstream.url },
    limits,
    ...(connections && { connections }),
  })
  const close = async () => {
    await gateway.close()
    await upstream.close()
  }
  return { upstream, gateway, limits, close }
}

/** Like `startBehindGateway`, until the current test ends. */
export const openBehindGateway = async (...options: Parameters<typeof startBehindGateway>) =>
  closing(await startBehindGateway(...options))

/** A signed-in request that adds a medicine. Extra headers are in `more`. */
export const addMedicine = (more: Record<string, string> = {}) => ({
  path: '/api/medicines',
  method: 'POST',
  headers: { authorization: `Bearer ${tokens.token()}`, ...more },
})

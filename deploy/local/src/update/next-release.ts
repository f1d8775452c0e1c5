import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { addressOf } from '../banner.ts'
import type { LocalConfig } from '../config.ts'
import type { Update } from '../control/server.ts'
import { chooseRelease, startOf } from '../setup/release.ts'
import { aborted } from '../stop-signal.ts'
import { signToken } from './signed-in.ts'

interface Setting {
  root: string
  config: LocalConfig
  print: (line: string) => void
  stop: AbortSignal
}

const READY_MS = 120_000
const ANSWERS_MS = 15_000
const STOP_MS = 15_000
const REMEMBERED_LINES = 12
/** Where in a program it was stands on the terminal of the suite alone. */
const STACK = /^\s+at /

/** Starts a release as its `npm start` does. It stops when the channel to this process closes. */
function startRelease({ config, print }: Setting, folder: string) {
  const child = spawn(process.execPath, [startOf(folder), ...process.argv.slice(2)], {
    env: { ...process.env, DATA_DIR: config.DATA_DIR },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const words: string[] = []
  const ready = Promise.withResolvers<void>()
  const read = (stream: NodeJS.ReadableStream) =>
    createInterface({ input: stream }).on('line', (line) => {
      print(line)
      if (!STACK.test(line)) words.push(line)
      words.splice(0, words.length - REMEMBERED_LINES)
      if (line.startsWith('Ready: ')) ready.resolve()
    })
  for (const stream of [child.stdout, child.stderr]) if (stream) read(stream)
  const ended = once(child, 'close').then(() => ready.reject(new Error(words.join('\n') || 'It ended.')))
  ready.promise.catch(() => {})
  return { child, ready: ready.promise, ended }
}

interface Probe {
  path: string
  what: string
  body: () => object
  /** The refusal that follows from the whole way through the databases. */
  status: number
}

/** Writes that change nothing: a sale that sales and inventory both put on record as refused, and a sign-in that is. */
const probes: Probe[] = [
  {
    path: '/api/transactions',
    what: 'a sale of nothing',
    body: () => ({ medicineId: randomUUID(), type: 'sale', quantity: 1, unitPrice: 1 }),
    status: 409,
  },
  {
    path: '/api/auth/login',
    what: 'a sign-in of nobody',
    body: () => ({ email: 'update@localhost.invalid', password: randomUUID() }),
    status: 401,
  },
]

/** A sale as a service writes it, which it undoes. One that keeps no sales has no such address. */
const REHEARSAL = '/internal/rehearsal'
const isRehearsed = (status: number) => status === 204 || status === 404

/**
 * Throws unless the page, its areas, and every address of the API answer something but a failure of the server: at the gateway,
 * which refuses without a sign-in, and at the services behind it, with one and without; and unless they write.
 */
async function checkAnswers({ config }: Setting): Promise<void> {
  const services: { prefixes: string[]; url?: string }[] = Object.values(
    JSON.parse(readFileSync(join(config.DATA_DIR, 'services.json'), 'utf8')),
  )
  const inside = services.flatMap(({ prefixes, url }) => (url ? prefixes.map((path) => url + path) : []))
  const outside = ['/', '/areas.json', '/api/test'].map((path) => addressOf(config) + path)
  for (const address of [...outside, ...inside]) await checkAnswer(address)
  for (const address of inside) {
    await checkAnswer(`${address}?limit=1`, () => ({ headers: signIn(config) }))
  }
  for (const { url } of services) {
    const request = () => ({ method: 'POST', headers: signIn(config) })
    if (url)
      await checkAnswer(url + REHEARSAL, request, { what: ' to a rehearsed sale', isGood: isRehearsed })
  }
  for (const { path, what, body, status } of probes) {
    const place = inside.find((each) => path.startsWith(new URL(each).pathname))
    const request = () => ({
      method: 'POST',
      headers: { ...signIn(config), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body()),
    })
    if (place)
      await checkAnswer(new URL(path, place).href, request, {
        what: ` to ${what}`,
        isGood: (each) => each === status,
      })
  }
}

const signIn = ({ DATA_DIR }: LocalConfig) => ({ authorization: `Bearer ${signToken(DATA_DIR)}` })

const isAnswer = (status: number) => status < 500

async function checkAnswer(
  address: string,
  request = (): RequestInit => ({}),
  { what, isGood } = { what: '', isGood: isAnswer },
): Promise<void> {
  for (const until = performance.now() + ANSWERS_MS; ; await delay(500)) {
    const signal = AbortSignal.timeout(ANSWERS_MS)
    const status = await fetch(address, { signal, ...request() }).then(
      async ({ status, body }) => {
        await body?.cancel()
        return status
      },
      (error: Error) => error.message,
    )
    if (typeof status === 'number' && isGood(status)) return
    if (performance.now() > until) throw new Error(`${address} answers ${status}${what}.`)
  }
}

async function stopRelease(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(late)
}

/** Whether the release got ready and answers; says why not, and ends it then. */
async function isGood(setting: Setting, { folder, write }: Update, started: ReturnType<typeof startRelease>) {
  const late = AbortSignal.timeout(READY_MS)
  try {
    const tooLate = aborted(late).then(() => {
      throw new Error(`It was not ready after ${READY_MS / 1000} s.`)
    })
    await Promise.race([started.ready, tooLate])
    await checkAnswers(setting)
    return true
  } catch (error) {
    write(`The release in ${folder} did not get ready: ${(error as Error).message}`)
    await stopRelease(started.child, started.ended)
    return false
  }
}

/**
 * Starts the release of an update, once the one before it has stopped. Resolves with false when it did not get ready and has
 * ended; with true when it did, and has ended after it was stopped or by itself.
 */
export async function runNextRelease(setting: Setting, update: Update): Promise<boolean> {
  const { root, config, stop } = setting
  const started = startRelease(setting, update.folder)
  void aborted(stop).then(() => started.child.kill('SIGTERM'))
  if (!(await isGood(setting, update, started))) return false
  chooseRelease(config.DATA_DIR, root, update.folder)
  update.write(`The release in ${update.folder} runs.`)
  update.end(true)
  await started.ended
  return true
}

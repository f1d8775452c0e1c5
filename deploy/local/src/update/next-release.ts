import { spawn } from 'node:child_process'
import { createHash, createPublicKey, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ACCESS_AUDIENCE, ACCESS_ISSUER } from '@mms/service-kit/issuer'
import jwt from 'jsonwebtoken'
import { type LocalConfig, suiteAddress } from '../config.ts'
import { waitForAbort } from '../process/stop-signal.ts'
import { chooseRelease, startScriptPath } from '../setup/release.ts'

interface UpdateContext {
  root: string
  config: LocalConfig
  stop: AbortSignal
}

const READY_MS = 120_000
const ANSWERS_MS = 15_000
const STOP_MS = 15_000
const REMEMBERED_CHARACTERS = 2_000
/** Stack traces are not repeated to the caller; the suite's terminal shows them. */
const STACK = /^\s+at .*\n?/gm

function startRelease({ config, stop }: UpdateContext, folder: string) {
  const child = spawn(process.execPath, [startScriptPath(folder), ...process.argv.slice(2)], {
    env: { ...process.env, DATA_DIR: config.DATA_DIR },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  let words = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk)
    words = (words + chunk).slice(-REMEMBERED_CHARACTERS)
  })
  /** Resolves with the key that signs this release's access tokens. */
  const ready = Promise.withResolvers<string>()
  let asked = Promise.withResolvers<string>()
  child.on('message', (message: { type: string; folder: string; signingKey: string }) => {
    if (message.type === 'ready') ready.resolve(message.signingKey)
    if (message.type === 'update') asked.resolve(message.folder)
  })
  const nextFolder = async () => {
    const folder = await asked.promise
    asked = Promise.withResolvers<string>()
    return folder
  }
  const ended = once(child, 'close').then(() => {
    ready.reject(new Error(words.replace(STACK, '').trim() || 'It ended.'))
  })
  ready.promise.catch(() => {})
  void waitForAbort(stop).then(() => child.kill('SIGTERM'))
  return { child, ready: ready.promise, ended, nextFolder }
}
type Started = ReturnType<typeof startRelease>

interface Check {
  address: string
  /** A request without effect. Each try makes a new one, because tokens and keys are used once. */
  request?: () => RequestInit
  what?: string
  isGood?: (status: number) => boolean
}

/** The status of a refusal for which the service must read its database. */
const probes = [
  {
    path: '/api/transactions',
    what: ' to a sale of nothing',
    body: () => ({ medicineId: randomUUID(), type: 'sale', quantity: 1, unitPrice: 1 }),
    isGood: (status: number) => status === 409,
  },
  {
    path: '/api/auth/login',
    what: ' to a sign-in of nobody',
    body: () => ({ email: 'update@localhost.invalid', password: randomUUID() }),
    isGood: (status: number) => status === 401,
  },
]

/** Here a service writes a sale and rolls it back. Services without sales have no such path. */
const rehearsal = {
  what: ' to a rehearsed sale',
  isGood: (status: number) => status === 204 || status === 404,
}

/**
 * Throws unless pages, areas and API paths answer without server errors and writes work. Asks the gateway without a
 * token, and the services with and without one.
 */
async function checkAnswers({ config }: UpdateContext, signingKey: string): Promise<void> {
  const signIn = () => ({ authorization: `Bearer ${signToken(signingKey)}` })
  const services: { prefixes: string[]; url?: string }[] = Object.values(
    JSON.parse(readFileSync(join(config.DATA_DIR, 'services.json'), 'utf8')),
  )
  const inside = services.flatMap(({ prefixes, url }) => (url ? prefixes.map((path) => url + path) : []))
  const outside = ['/', '/areas.json', '/api/test'].map((path) => suiteAddress(config) + path)
  const post = (body: () => object) => () => ({
    method: 'POST',
    headers: { ...signIn(), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body()),
  })
  const checks: Check[] = [
    ...[...outside, ...inside].map((address) => ({ address })),
    ...inside.map((address) => ({ address: `${address}?limit=1`, request: () => ({ headers: signIn() }) })),
    ...services.flatMap(({ url }) =>
      url
        ? [
            {
              ...rehearsal,
              address: `${url}/internal/rehearsal`,
              request: () => ({ method: 'POST', headers: signIn() }),
            },
          ]
        : [],
    ),
    ...probes.flatMap(({ path, body, ...probe }) => {
      const place = inside.find((each) => path.startsWith(new URL(each).pathname))
      return place ? [{ ...probe, address: new URL(path, place).href, request: post(body) }] : []
    }),
  ]
  for (const check of checks) await checkAnswer(check)
}

/** A one-minute token without a real user, for checking signed-in answers. */
function signToken(key: string): string {
  const { n, e } = createPublicKey(key).export({ format: 'jwk' })
  const members = JSON.stringify({ e, kty: 'RSA', n })
  const claims = { role: 'admin', name: 'Update', email: 'update@localhost', ver: Date.now() }
  return jwt.sign(claims, key, {
    algorithm: 'PS256',
    // The key id is computed as in identity (RFC 7638).
    keyid: createHash('sha256').update(members).digest('base64url'),
    issuer: ACCESS_ISSUER,
    audience: ACCESS_AUDIENCE,
    subject: randomUUID(),
    expiresIn: 60,
  })
}

async function checkAnswer({ address, request, what = '', isGood = (status) => status < 500 }: Check) {
  for (const until = performance.now() + ANSWERS_MS; ; await delay(500)) {
    const signal = AbortSignal.timeout(ANSWERS_MS)
    const status = await fetch(address, { signal, ...request?.() }).then(
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

async function stopRelease({ child, ended }: Started): Promise<void> {
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(late)
}

/** Waits until a release is ready and answers. On failure ends it and returns the reason. */
async function findFailure(
  setting: UpdateContext,
  folder: string,
  started: Started,
): Promise<string | undefined> {
  const tooLate = Promise.withResolvers<never>()
  const late = setTimeout(
    () => tooLate.reject(new Error(`It was not ready after ${READY_MS / 1000} s.`)),
    READY_MS,
  )
  // Stopping a release in a migration would leave a half-changed schema on MySQL.
  started.child.on('message', ({ type }: { type: string }) => type === 'migrating' && late.refresh())
  try {
    await checkAnswers(setting, await Promise.race([started.ready, tooLate.promise]))
    return undefined
  } catch (error) {
    await stopRelease(started)
    return `The release in ${folder} did not get ready: ${(error as Error).message}`
  } finally {
    clearTimeout(late)
  }
}

/**
 * Runs a release after this one has stopped, and then each one requested later. So there are never more than two
 * processes. `report` gets the reason of a failure, after which the previous release continues. Resolves with false if
 * the first release failed, else when the last one has ended.
 */
export async function runReleases(
  setting: UpdateContext,
  first: string,
  report: (failure: string | undefined) => unknown,
): Promise<boolean> {
  let running: Started | undefined
  let [from, folder, tell] = [setting.root, first, report]
  for (;;) {
    const started = startRelease(setting, folder)
    const failure = await findFailure(setting, folder, started)
    if (failure === undefined) chooseRelease(setting.config.DATA_DIR, from, folder)
    tell(failure)
    if (failure === undefined) [running, from] = [started, folder]
    if (!running) return false
    const { child, nextFolder, ended } = running
    const next = await Promise.race([nextFolder(), ended])
    if (next === undefined) return true
    folder = next
    tell = (why) => child.send({ type: 'outcome', failure: why }, () => {})
  }
}

/** Asks the parent process to run another release. Resolves with the reason if that fails. */
export async function askForRelease(folder: string): Promise<string | undefined> {
  process.send?.({ type: 'update', folder })
  const [{ failure }] = (await once(process, 'message')) as [{ failure?: string }]
  return failure
}

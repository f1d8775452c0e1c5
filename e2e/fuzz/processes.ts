import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePorts } from '@mms/service-kit/ports'
import { identityKeys, ofEveryProgram, testTokens } from '@mms/service-kit/test-support'

const root = resolve(import.meta.dirname, '../..')
const admin = { email: 'owner@pharmacy.test', password: 'a long enough password' }
/** Short enough to wait for, too short for honest clients on a busy machine. */
const IMPATIENT_MS = 1_500

/** Collects garbage before memory is compared. */
const collectOnSignal = 'data:text/javascript,process.on("SIGUSR2",()=>{gc();gc()})'
const LOOKS = 5

export interface RunningProcess {
  name: string
  url: string
  child: ChildProcess
  /** Output, for failure messages. */
  output(): string
}

async function start(
  name: string,
  file: string,
  env: Record<string, string>,
  preload: string[] = [],
): Promise<RunningProcess> {
  const imports = [collectOnSignal, ...preload].flatMap((each) => ['--import', each])
  const child = fork(join(root, file), {
    // As in the suite, without the test runner's loader.
    execArgv: ['--max-semi-space-size=4', '--expose-gc', ...imports],
    env: { ...ofEveryProgram(), MMS_TEST_RUN: process.env.MMS_TEST_RUN, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece: Buffer) => {
      output = (output + piece).slice(-20_000)
    })
  }
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended:\n${output}`)))
  ended.catch(() => {})
  const isReady = new Promise<void>((resolve) => {
    child.on('message', (message: { type: string }) => message.type === 'ready' && resolve())
  })
  await Promise.race([isReady, ended])
  return { name, url: `http://127.0.0.1:${env.PORT}`, child, output: () => output }
}

/** The repository's list of services with their addresses. */
async function writeServiceList(file: string, urls: Record<string, string>): Promise<void> {
  const listed = JSON.parse(await readFile(join(root, 'deploy/services.json'), 'utf8')) as Record<
    string,
    object
  >
  const placed = Object.entries(listed).map(([name, service]) => [name, { ...service, url: urls[name] }])
  await writeFile(file, JSON.stringify(Object.fromEntries(placed)))
}

export interface ProcessOptions {
  /** Database address of a service; a file by default. */
  databaseOf?: (service: string) => Promise<string>
  env?: Record<string, string>
  /** Settings of the gateway with short timeouts. */
  impatientEnv?: Record<string, string>
  preload?: string[]
}

/** Starts the gateway and every service in their own processes. */
export async function startProcesses({ databaseOf, env = {}, impatientEnv, preload }: ProcessOptions = {}) {
  const names = readdirSync(join(root, 'services')).sort()
  const folder = await mkdtemp(join(tmpdir(), 'mms-bodies-'))
  const [gatewayPort, impatientPort, ...ports] = await findFreePorts(names.length + 2)
  const tokens = testTokens()
  const urls = Object.fromEntries(names.map((name, i) => [name, `http://127.0.0.1:${ports[i]}`]))
  const servicesFile = join(folder, 'services.json')
  await writeServiceList(servicesFile, urls)
  const common = {
    SERVICES_FILE: servicesFile,
    ...Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_URL`, urls[name] ?? ''])),
    NODE_ENV: 'production',
    JWKS_URL: `${urls.identity}/.well-known/jwks.json`,
    ...tokens.serviceSettings(),
    ...identityKeys(),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...env,
  }
  const databases: Record<string, string> = {}
  for (const name of names)
    databases[name] = (await databaseOf?.(name)) ?? `sqlite:${join(folder, `${name}.sqlite`)}`
  const services = await Promise.all(
    names.map((name, i) =>
      start(
        name,
        `services/${name}/src/main.ts`,
        { ...common, PORT: String(ports[i]), DATABASE_URL: databases[name] ?? '' },
        preload,
      ),
    ),
  )
  const [gateway, impatient] = await Promise.all([
    start('gateway', 'gateway/src/main.ts', { ...common, PORT: String(gatewayPort) }, preload),
    start(
      'impatient gateway',
      'gateway/src/main.ts',
      { ...common, PORT: String(impatientPort), BODY_TIMEOUT_MS: String(IMPATIENT_MS), ...impatientEnv },
      preload,
    ),
  ])
  const all = [gateway, impatient, ...services]
  return {
    gateway,
    /** A gateway with a short body timeout. */
    impatient,
    services,
    all,
    databases,
    admin,
    /** Settings of a service for a further program. */
    envOf: (name: string): Record<string, string> => ({ ...common, DATABASE_URL: databases[name] ?? '' }),
    /** Identity's signing key, as PEM. */
    signingKey: common.SIGNING_KEY,
    serviceToken: (name = 'sales') => tokens.serviceToken(name),
    userToken: () => signIn(gateway.url),
    async close(): Promise<void> {
      for (const { child } of all) child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  return ((await response.json()) as { token: string }).token
}

/** Resident memory in MiB after garbage collection: the least of several readings. */
export async function memoryOf({ child }: RunningProcess): Promise<number> {
  const looks: number[] = []
  while (looks.length < LOOKS) {
    child.kill('SIGUSR2')
    await delay(200)
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
    looks.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
  }
  return Math.min(...looks)
}

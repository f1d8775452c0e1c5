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
  preload: string[],
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
  const listed: Record<string, object> = JSON.parse(
    await readFile(join(root, 'deploy/services.json'), 'utf8'),
  )
  const placed = Object.entries(listed).map(([name, service]) => [name, { ...service, url: urls[name] }])
  await writeFile(file, JSON.stringify(Object.fromEntries(placed)))
}

export interface ProcessOptions {
  /** Database address of a service. */
  databaseOf: (service: string) => Promise<string>
  env?: Record<string, string>
  /** Settings of a second gateway. */
  secondGateway?: Record<string, string>
  preload?: string[]
}

/** Starts the gateway and every service in their own processes. */
export async function startProcesses(options: ProcessOptions) {
  const { databaseOf, env = {}, secondGateway, preload = [] } = options
  const names = readdirSync(join(root, 'services')).sort()
  const folder = await mkdtemp(join(tmpdir(), 'mms-processes-'))
  const [gatewayPort, secondPort, ...ports] = await findFreePorts(names.length + 2)
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
  for (const name of names) databases[name] = await databaseOf(name)
  /** Settings of a service, also for a further program. */
  const envOf = (name: string): Record<string, string> => ({
    ...common,
    DATABASE_URL: databases[name] ?? '',
  })
  const services = await Promise.all(
    names.map((name, i) =>
      start(name, `services/${name}/src/main.ts`, { ...envOf(name), PORT: String(ports[i]) }, preload),
    ),
  )
  const startGateway = (name: string, port: number | undefined, more = {}) =>
    start(name, 'gateway/src/main.ts', { ...common, PORT: String(port), ...more }, preload)
  const gateway = await startGateway('gateway', gatewayPort)
  const second = secondGateway && (await startGateway('second gateway', secondPort, secondGateway))
  const all = [gateway, ...(second ? [second] : []), ...services]
  return {
    gateway,
    /** The second gateway, or the only one. */
    second: second ?? gateway,
    services,
    all,
    databases,
    admin,
    envOf,
    /** Identity's signing key, as PEM. */
    signingKey: common.SIGNING_KEY,
    serviceToken: (name: string) => tokens.serviceToken(name),
    async close(): Promise<void> {
      for (const { child } of all) child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
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

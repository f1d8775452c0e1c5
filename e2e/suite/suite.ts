import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePorts } from '@mms/service-kit/ports'

const root = resolve(import.meta.dirname, '../..')
const READY_TIMEOUT_MS = 500_000

export const admin = { email: 'owner@pharmacy.test', password: 'a long enough password' }

/** The suite as `npm start` runs it, with its own port and data. */
export interface Suite {
  url: string
  dataDir: string
  developmentPort: number
  /** File with the list of areas that the gateway reads. */
  areasFile: string
  /** Sets the folder or http origin of each area without a restart. */
  setAreas(sources: Record<string, string>): Promise<void>
  /** Starts the suite, with additional settings if given. */
  start(more?: Record<string, string>): Promise<void>
  stop(): Promise<void>
  /** Starts stopped processes and restores all areas. */
  mend(): Promise<void>
  /** Stops the suite and removes its data. */
  dispose(): Promise<void>
}

/** Resolves when the suite is ready. Rejects with its output if it ends first. */
export async function waitUntilReady(child: ChildProcess): Promise<void> {
  const lines: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = (why: string) => reject(new Error(`The suite ${why}:\n${lines.join('\n')}`))
  const timer = setTimeout(() => fail(`was not ready after ${READY_TIMEOUT_MS} ms`), READY_TIMEOUT_MS)
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      if (/\bready\b.*http:\/\//i.test(line)) resolve()
    })
  }
  child.once('exit', (code) => fail(`ended with ${code}`))
  await promise.finally(() => clearTimeout(timer))
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

export async function stopChild(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

export const shellFolder = join(root, 'shell/dist')

export function distOf(area: string): string {
  return join(root, `mf-${area}`, 'dist')
}

/** Maps each area to its build folder. */
export function allAreas(): Record<string, string> {
  const names = globSync('mf-*/rspack.config.ts', { cwd: root }).map((path) =>
    dirname(path).slice('mf-'.length),
  )
  return Object.fromEntries(names.map((name) => [name, distOf(name)]))
}

/** Starts a suite with an empty data directory. */
export async function startSuite(): Promise<Suite> {
  const [port = 0, developmentPort = 0] = await findFreePorts(2)
  const dataDir = await mkdtemp(join(tmpdir(), 'mms-e2e-'))
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    AREAS_FILE: join(dataDir, 'areas-of-the-journeys.json'),
    DEVELOPER_ORIGINS: `http://localhost:${developmentPort}`,
  }
  let child: ChildProcess | undefined
  const suite: Suite = {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    developmentPort,
    areasFile: settings.AREAS_FILE,
    setAreas: (sources) => writeFile(settings.AREAS_FILE, JSON.stringify(sources)),
    async start(more = {}) {
      child = spawn(process.execPath, ['deploy/local/src/main.ts'], {
        cwd: root,
        env: { ...process.env, ...settings, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      try {
        await waitUntilReady(child)
      } catch (error) {
        await suite.dispose()
        throw error
      }
    },
    async stop() {
      if (child) await stopChild(child)
    },
    async mend() {
      await suite.setAreas(allAreas())
      if (child && !isRunning(child)) await suite.start()
    },
    async dispose() {
      await suite.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  await suite.setAreas(allAreas())
  await suite.start()
  return suite
}

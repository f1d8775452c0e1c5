import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '@mms/service-kit/ports'
import { identityKeys } from '@mms/service-kit/test-support'
import { bundleServer } from '../../deploy/kubernetes/src/bundle/server.ts'
import { bundlesFolder, type Deployable, findDeployables } from '../../deploy/kubernetes/src/deployables.ts'
import { compare, median } from './load.ts'
import { createInventoryDatabase } from './medicines.ts'
import { type Program, root, startProgram } from './processes.ts'
import { createSetting, type Setting } from './setting.ts'

const ROUNDS = 5
/** Rounds in which memory is read. */
const IDLE_ROUNDS = 2
const IDLE_MS = 10_000
/** Pairs of processes, since two of one program differ too. */
const PAIRS = 3
const MEDICINES = 1_000
/** Short and alternating, so that disturbances affect both sides. */
const plan = { connections: 4, seconds: 1, rounds: 6 }
const NODE_OPTIONS = '--max-semi-space-size=4'

const variants = ['source', 'bundled', 'bare'] as const
type Variant = (typeof variants)[number]
type Numbers = Record<Variant, number[]>

interface Server extends Deployable {
  env: Record<string, string>
  programs: Record<Variant, string>
  ready: Numbers
  pss: Numbers
}

const none = (): Numbers => ({ source: [], bundled: [], bare: [] })

/** Bundles every server twice, with and without OpenTelemetry hooks. */
async function bundleAll(deployables: Deployable[], folder: string): Promise<void> {
  execFileSync('npm', ['run', 'bundle', '--', ...deployables.map(({ name }) => name)], { cwd: root })
  const hooks = join(root, 'packages/service-kit/src/telemetry/tracing.ts')
  const replaced = { [hooks]: join(import.meta.dirname, 'bare-tracing.ts') }
  for (const each of deployables) {
    const files = each.kind === 'gateway' ? 'main.ts' : '*main.ts'
    await bundleServer(each, join(folder, each.name), files, replaced)
  }
}

/** Servers on fixed ports, the same for every variant. */
async function createServers(setting: Setting, folder: string): Promise<Server[]> {
  const deployables = findDeployables().filter(({ kind }) => kind === 'service' || kind === 'gateway')
  await bundleAll(deployables, folder)
  const { url: inventory } = await createInventoryDatabase(setting, MEDICINES)
  const ports = await Promise.all(deployables.map(async ({ name }) => [name, await findFreePort()] as const))
  const origins = Object.fromEntries(ports.map(([name, port]) => [name, `http://127.0.0.1:${port}`]))
  const shared = {
    ...setting.env,
    ...(await setting.listServices(origins)),
    ...Object.fromEntries(Object.entries(origins).map(([name, url]) => [`${name.toUpperCase()}_URL`, url])),
    ...identityKeys(),
    ADMIN_EMAIL: 'asha@example.com',
    ADMIN_PASSWORD: 'a long first password',
    NODE_OPTIONS,
  }
  return Promise.all(
    deployables.map(async (each) => ({
      ...each,
      env: {
        ...shared,
        PORT: new URL(origins[each.name] as string).port,
        DATABASE_URL:
          each.name === 'inventory' ? inventory : (await setting.createDatabase(each.name, [])).url,
      },
      programs: {
        source: join(root, each.folder, 'src/main.ts'),
        bundled: join(bundlesFolder, each.name, 'app/main.js'),
        bare: join(folder, each.name, 'main.js'),
      },
      ready: none(),
      pss: none(),
    })),
  )
}

async function startReady(server: Server, variant: Variant): Promise<[Program, number]> {
  const startedAt = performance.now()
  const program = await startProgram(server.programs[variant], server.env, '/')
  while ((await fetch(`${program.origin}/readyz`)).status !== 200) await delay(5)
  return [program, performance.now() - startedAt]
}

/** Proportional set size in MiB. */
function pssOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024
}

async function runRound(servers: Server[], variant: Variant, round: number): Promise<void> {
  const programs: Program[] = []
  for (const server of servers) {
    const [program, ms] = await startReady(server, variant)
    programs.push(program)
    if (round >= 0) server.ready[variant].push(ms)
  }
  if (round >= 0 && round < IDLE_ROUNDS) {
    await delay(IDLE_MS)
    for (const [at, server] of servers.entries())
      server.pss[variant].push(pssOf((programs[at] as Program).pid))
  }
  await Promise.all(programs.map((program) => program.stop()))
}

/** CPU per request with hooks ÷ without, per pair of rounds. */
async function costOfHooks(setting: Setting, inventory: Server): Promise<number[]> {
  const ratios: number[] = []
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const start = (variant: Variant) =>
      startProgram(inventory.programs[variant], { ...inventory.env, PORT: '0' }, '/')
    const [hooked, bare] = [await start('bundled'), await start('bare')]
    const target = ({ origin, pid }: Program) => ({
      url: `${origin}/api/medicines?limit=1`,
      headers: setting.headers,
      pids: { own: pid },
    })
    const loads = await compare({ hooked: target(hooked), bare: target(bare) }, plan)
    const cpu = (name: 'hooked' | 'bare') => loads[name].map(({ cpuMicros }) => cpuMicros.own ?? Number.NaN)
    const without = cpu('bare')
    ratios.push(...cpu('hooked').map((micros, round) => micros / (without[round] ?? Number.NaN)))
    await Promise.all([hooked.stop(), bare.stop()])
  }
  return ratios.toSorted((a, b) => a - b)
}

const MOST_BYTES = 2 ** 29
const measured = new Map<string, number>()

/** Compressed like an image layer: tar and gzip. */
function compressed(folder: string): number {
  const options = ['-cz', '--exclude=./node_modules', '-C', folder, '.']
  const bytes = measured.get(folder) ?? execFileSync('tar', options, { maxBuffer: MOST_BYTES }).length
  measured.set(folder, bytes)
  return bytes
}

const bundledBytes = ({ name }: Deployable): number =>
  execFileSync('tar', ['-cz', '-C', join(bundlesFolder, name), '.'], { maxBuffer: MOST_BYTES }).length

function installedBytes({ folder }: Deployable): number {
  const options = ['ls', '--all', '--omit=dev', '--parseable', '--workspace', folder]
  const list = execFileSync('npm', options, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const folders = new Set(list.trim().split('\n'))
  return [...folders]
    .filter((path) => relative(root, path) !== '')
    .reduce((sum, path) => sum + compressed(path), 0)
}

const ratioOf = (above: number[], below: number[]) =>
  median(above.map((one, round) => one / (below[round] ?? Number.NaN))).toFixed(2)
const MiB = (bytes: number) => (bytes / 2 ** 20).toFixed(1)

function row(server: Server): string {
  const { ready, pss } = server
  const [installed, bundled] = [installedBytes(server), bundledBytes(server)]
  const seconds = (ms: number[]) => (median(ms) / 1000).toFixed(2)
  const memory = (values: number[]) => median(values).toFixed(0)
  return `| ${[
    server.name,
    `${MiB(bundled)} of ${MiB(installed)} MiB, **${(bundled / installed).toFixed(2)}**`,
    `${seconds(ready.bundled)} of ${seconds(ready.source)} s, **${ratioOf(ready.bundled, ready.source)}**`,
    `${memory(pss.bundled)} of ${memory(pss.source)} MiB, **${ratioOf(pss.bundled, pss.source)}**`,
    `${ratioOf(ready.bundled, ready.bare)}, ${ratioOf(pss.bundled, pss.bare)}`,
  ].join(' | ')} |`
}

/** A bundled program beside `node src/main.ts`, and beside a bundle without OpenTelemetry hooks. */
export async function images(): Promise<string> {
  const setting = await createSetting()
  const folder = await mkdtemp(join(tmpdir(), 'mms-bench-images-'))
  try {
    const servers = await createServers(setting, folder)
    const load = loadavg()[0]?.toFixed(1)
    await runRound(servers, 'source', -1)
    for (let round = 0; round < ROUNDS; round += 1)
      for (const variant of round % 2 ? variants.toReversed() : variants)
        await runRound(servers, variant, round)
    const inventory = servers.find(({ name }) => name === 'inventory') as Server
    const costs = await costOfHooks(setting, inventory)
    return [
      `## Images, ${ROUNDS} rounds in turn, load ${load} before`,
      '',
      '| | compressed beside the base, of installed sources | ready, of `node src/main.ts` | idle PSS, of it | OpenTelemetry off ÷ no hooks: ready, PSS |',
      '| --- | --- | --- | --- | --- |',
      ...servers.map(row),
      '',
      // Of 18 ratios the fifth least and greatest: the median lies between them in 97 of 100 cases.
      `- CPU of a request, OpenTelemetry off ÷ no hooks: **${median(costs).toFixed(3)}** (${costs.at(4)?.toFixed(3)} to ${costs.at(-5)?.toFixed(3)})`,
    ].join('\n')
  } finally {
    await setting.stop()
    rmSync(folder, { recursive: true })
  }
}

import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { IConfigMap, ISecret } from 'kubernetes-models/v1'
import { addMedicines, startLoad, unitsGone } from '../../../local/test/rollout/load.ts'
import { runIn } from '../../../local/test/suite-copy.ts'
import { signIn } from '../../../local/test/support.ts'
import { findDeployables, root } from '../deployables.ts'
import { render } from '../policy/render.ts'
import { nameOf, ofKind } from '../policy/shapes.ts'
import { makeSecrets } from '../secrets/secrets.ts'
import { readServices } from '../services.ts'
import { createCluster } from './cluster.ts'
import { BASE, buildBase, buildImage, buildMariaDb } from './images.ts'
import { buildNextRelease, STEPS } from './next-release.ts'
import { fixBridge, logsOf, NETWORK, podman, prepareFolder } from './podman.ts'
import { buildPreviousRelease } from './previous-release.ts'
import { answers, until } from './until.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { requests: text, only: text, short: { type: 'boolean' } } })
const requests = Number(values.requests ?? (values.short ? 500 : 20_000))
/** A short run starts what a sale needs, and rolls `sales` to the same program under another name and back. */
const SHORT_READS = ['/api/medicines?limit=20', '/api/transactions?limit=10', '/areas.json', '/']
const SHORT = ['mariadb', 'identity', 'inventory', 'sales', 'gateway', 'shell', 'mf-sales']

const began = Date.now()
const say = (line: string) =>
  console.log(`${((Date.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${line}`)

const admin = { email: 'asha@example.com', password: randomBytes(12).toString('base64url') }
const list = readServices()
const documents = render('local')
const isStarted = (name: string) => !values.short || SHORT.includes(name)
const deployments = ofKind(documents, 'Deployment').filter((each) => isStarted(nameOf(each)))
const deployables = findDeployables().filter(({ name }) => isStarted(name))
const rolled =
  values.only?.split(',') ??
  (values.short ? ['sales'] : deployments.map(nameOf).filter((name) => name !== 'mariadb'))

function sourcesOfPods() {
  const password = randomBytes(12).toString('hex')
  const initSql = Object.keys(list).map(
    (name) =>
      `create database \`${name}\`;\ngrant all on \`${name}\`.* to '${name}'@'%' identified by '${password}';`,
  )
  const databaseOf = (service: string) => `mysql://${service}:${password}@mariadb:3306/${service}`
  const mariadb: ISecret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'mariadb' },
    stringData: { 'init.sql': initSql.join('\n') },
  }
  const configMaps = documents.filter(({ kind }) => kind === 'ConfigMap') as unknown as IConfigMap[]
  return [...configMaps, ...makeSecrets({ list, databaseOf, admin }), mariadb]
}

const cluster = createCluster(deployments, sourcesOfPods())
const url = cluster.urlOf('gateway')

/** Why no container runs here: one of nothing but Node, in a network of its own. */
async function tryContainer(): Promise<string | undefined> {
  try {
    await podman('network', 'create', '--disable-dns', NETWORK)
    await podman('run', '--rm', `--network=${NETWORK}`, '--read-only', BASE, '/nodejs/bin/node', '-e', '')
    return undefined
  } catch (error) {
    return (error as Error).message.trim().split('\n').at(-1)
  }
}

async function startAll(): Promise<void> {
  await cluster.open()
  await cluster.roll('mariadb', 'local')
  await fixBridge()
  say('the database runs')
  const others = deployments.map(nameOf).filter((name) => name !== 'mariadb')
  await Promise.all(others.map((name) => cluster.roll(name, 'local')))
  say(`${deployments.length} pods are alive and ready`)
}

const caller = { url, token: '' }
let medicineIds: string[] = []

/** Returns how to sell once more. */
async function walk(): Promise<() => Promise<boolean>> {
  if (!(await answers(`${url}/`)) || !(await answers(`${url}/areas/sales/area.json`)))
    throw new Error('no pages')
  caller.token = ((await (await signIn(url, admin)).json()) as { token: string }).token
  const headers = () => ({ authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' })
  // All began at once: each service learns from identity who signed out before it lets anybody in.
  const isLetIn = async () => (await fetch(`${url}/api/medicines?limit=1`, { headers: headers() })).ok
  await until('inventory lets people in', isLetIn)
  medicineIds = await addMedicines(caller, 10)
  const sale = { medicineId: medicineIds[0], type: 'sale', quantity: 1, unitPrice: 10 }
  const body = JSON.stringify(sale)
  const sell = async () =>
    (await fetch(`${url}/api/transactions`, { method: 'POST', headers: headers(), body })).ok
  await until('a sale is recorded', sell)
  say('signed in and sold')
  return sell
}

async function rollAll(names: string[]): Promise<void> {
  let running = 'local'
  const load = startLoad({
    mayLose: () => running === 'previous',
    ...caller,
    medicineIds,
    workers: 8,
    admin,
    ...(values.short && { reads: SHORT_READS }),
  })
  try {
    for (const name of names) {
      for (const tag of (!values.short && STEPS[name]) || ['next', 'local']) {
        await cluster.roll(name, tag)
        running = tag
      }
      say(`${name} rolled forward and back: ${load.counts.requests} requests, ${load.failures.length} failed`)
    }
    while (load.counts.requests < requests) await delay(50)
  } finally {
    await load.stop()
    // Of many sessions the oldest ended.
    caller.token = load.token()
  }
  for (const failure of load.failures.slice(0, 20)) console.log(failure)
  await until('what was sold is gone from the stock', async () => {
    const gone = await unitsGone(caller, medicineIds)
    // One was sold before.
    return load.sold().every((units, at) => gone[at] === units + (at === 0 ? 1 : 0))
  })
  const report = await cluster.runJob('sales', 'local', ['/app/reconcile-main.js'])
  const { sales, lost, slowestMs } = load.counts
  if (lost > 0) say(`${lost} sales asked for again with their keys, as the previous release ended`)
  say(`${load.counts.requests} requests, ${sales} of them sales, the slowest ${Math.round(slowestMs)} ms`)
  say(`${load.filesSeen()} scripts; ${report.split('\n')[0]}`)
  if (load.failures.length > 0) throw new Error(`${load.failures.length} requests failed.`)
}

prepareFolder()
await buildBase()
const reason = await tryContainer()
if (reason !== undefined) {
  console.log(`Pods are not tried here: ${reason}`)
  process.exit(0)
}
runIn(root, 'deploy/local/src/build.ts')
runIn(root, 'deploy/kubernetes/src/bundle/main.ts', ...deployables.map(({ name }) => name))
say('front ends and services are bundled')
await buildMariaDb()
for (const each of deployables) await buildImage(each, { tag: 'local' })
say('images are built')
if (!values.short) {
  await buildPreviousRelease(deployables)
  await buildNextRelease(deployables)
}
for (const each of deployables.filter(({ name }) => rolled.includes(name) && (values.short || !STEPS[name])))
  await buildImage(each, { tag: 'next' })
say('images of the previous and the next release are built')
try {
  await startAll()
  const sell = await walk()
  await cluster.recover('sales', 'local')
  say('sales without a secret is started again and again, not ready, until it has it')
  await rollAll(rolled)
  // The last: podman cuts a killed pod off, so that its connections hang instead of ending.
  await cluster.kill('inventory')
  await until('inventory runs after it was killed', sell)
  say('inventory was killed, and sells again')
} catch (error) {
  console.error((error as Error).message)
  for (const [name, log] of cluster.logsOfRetired) console.error(name, log)
  for (const name of (await podman('ps', '--all', '--format', '{{.Names}}')).split('\n'))
    console.error(name, await logsOf(name, 20).catch(() => ''))
  process.exitCode = 1
}
// Connections of pods stand.
process.exit()

import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '@mms/service-kit/ports'
import { addMedicines, startLoad, unitsGone } from '../../local/test/rollout/load.ts'
import { runIn } from '../../local/test/suite-copy.ts'
import { signIn } from '../../local/test/support.ts'
import { bundlesFolder, type Deployable, findDeployables, readServices, root } from '../src/deployables.ts'
import { makeSecrets } from '../src/secrets/secrets.ts'

/**
 * Run by `npm run pods`, after `kind create cluster --name mms`. Sells, kills a pod, and rolls sales forward and back
 * under load.
 */
const CLUSTER = 'mms'
const NAMESPACE = 'mms'
const REQUESTS = 500
const PATIENCE_MS = 120_000

const began = Date.now()
const say = (line: string) =>
  console.log(`${((Date.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${line}`)

async function run(program: string, args: string[], input = ''): Promise<string> {
  const running = promisify(execFile)(program, args, { maxBuffer: 2 ** 26 })
  // If the program is missing, its stdin closes early.
  running.child.stdin?.on('error', () => {}).end(input)
  return (await running).stdout
}

/** Always uses the kind cluster, whatever kubectl's current context is. */
const place = ['--context', `kind-${CLUSTER}`, '--namespace', NAMESPACE]
const kubectl = (...args: string[]) => run('kubectl', [...place, ...args])

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what}: not within ${PATIENCE_MS / 1_000} s`)
    await delay(100)
  }
}

async function reasonNotToTry(): Promise<string | undefined> {
  try {
    await run('docker', ['info'])
    await run('kind', ['version'])
    await kubectl('get', 'nodes')
    return undefined
  } catch (error) {
    return (error as Error).message.trim().split('\n').at(-1)
  }
}

const imageOf = (name: string, tag: string) => `localhost/mms/${name}:${tag}`

async function buildImage({ name, kind }: Deployable, tag: string): Promise<void> {
  const file = kind === 'service' || kind === 'gateway' ? 'server' : 'front-end'
  await run('docker', [
    ...['build', '--file', join(root, `deploy/kubernetes/images/${file}.Dockerfile`)],
    // The label makes the image id differ by tag.
    ...['--build-arg', `NAME=${name}`, '--label', `release=${tag}`, '--tag', imageOf(name, tag)],
    dirname(bundlesFolder),
  ])
}

async function loadImages(): Promise<void> {
  runIn(root, 'deploy/local/src/build.ts')
  runIn(root, 'deploy/kubernetes/src/bundle/main.ts')
  const images = findDeployables().map((deployable) => ({ deployable, tag: 'local' }))
  const next = images.filter(({ deployable }) => deployable.name === 'sales')
  const all = [...images, ...next.map((image) => ({ ...image, tag: 'next' }))]
  for (const { deployable, tag } of all) await buildImage(deployable, tag)
  const names = all.map(({ deployable, tag }) => imageOf(deployable.name, tag))
  await run('kind', ['load', 'docker-image', '--name', CLUSTER, ...names])
  say('images are built and loaded')
}

const list = readServices()
const admin = { email: 'asha@example.com', password: randomBytes(12).toString('base64url') }

function secrets(): string {
  const password = randomBytes(12).toString('hex')
  const userOf = (name: string, by: 'pods' | 'migration') => (by === 'pods' ? name : `${name}-migrate`)
  const grant = (name: string, by: 'pods' | 'migration', rights: string) =>
    `grant ${rights} on \`${name}\`.* to '${userOf(name, by)}'@'%' identified by '${password}';`
  const initSql = Object.keys(list).flatMap((name) => [
    `create database \`${name}\`;`,
    grant(name, 'pods', 'select, insert, update, delete'),
    grant(name, 'migration', 'all'),
  ])
  const mariadb = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'mariadb' },
    stringData: { 'init.sql': initSql.join('\n') },
  }
  const databaseOf = (name: string, by: 'pods' | 'migration') =>
    `mysql://${userOf(name, by)}:${password}@mariadb:3306/${name}`
  const items = [...makeSecrets({ list, databaseOf, admin }), mariadb]
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
}

async function startAll(): Promise<void> {
  await kubectl('delete', 'namespace', NAMESPACE, '--ignore-not-found')
  await kubectl('create', 'namespace', NAMESPACE)
  await run('kubectl', [...place, 'apply', '--filename', '-'], secrets())
  await kubectl('apply', '--kustomize', join(root, 'deploy/kubernetes/overlays/local'))
  await kubectl('wait', '--for=condition=Available', 'deployment', '--all', '--timeout=10m')
  await kubectl('wait', '--for=condition=Complete', 'job', '--all', '--timeout=10m')
  say('all pods are ready, all schemas up to date')
}

async function openGateway(): Promise<string> {
  const port = await findFreePort()
  const forward = spawn('kubectl', [...place, 'port-forward', 'service/gateway', `${port}:8080`], {
    stdio: 'ignore',
  })
  process.once('exit', () => forward.kill())
  const url = `http://127.0.0.1:${port}`
  await until('the gateway gives pages', async () => (await fetch(`${url}/`)).ok)
  return url
}

const rolledOut = (name: string) => kubectl('rollout', 'status', `deployment/${name}`, '--timeout=5m')

async function rollSales(caller: { url: string; token: string }, medicineIds: string[]): Promise<void> {
  const load = startLoad({ ...caller, medicineIds, workers: 4, admin })
  try {
    await kubectl('set', 'image', 'deployment/sales', `sales=${imageOf('sales', 'next')}`)
    await rolledOut('sales')
    await kubectl('rollout', 'undo', 'deployment/sales')
    await rolledOut('sales')
    while (load.counts.requests < REQUESTS) await delay(50)
  } finally {
    await load.stop()
  }
  for (const failure of load.failures.slice(0, 20)) console.log(failure)
  if (load.failures.length > 0) throw new Error(`${load.failures.length} requests failed.`)
  await until('the stock is less what was sold', async () => {
    const gone = await unitsGone({ ...caller, token: load.token() }, medicineIds)
    return load.sold().every((units, at) => gone[at] === units)
  })
  say(`sales rolled forward and back under ${load.counts.requests} requests, none failed`)
  const report = await kubectl('exec', 'deployment/sales', '--', 'node', '/app/reconcile.js')
  say(report.split('\n')[0] ?? '')
}

async function sellKillAndRoll(): Promise<void> {
  const url = await openGateway()
  let token = ''
  await until('identity signs people in', async () => {
    const answer = await signIn(url, admin)
    token = ((await answer.json()) as { token: string }).token
    return answer.ok
  })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  // Services refuse requests until identity has sent them the revocations.
  await until('inventory lets people in', async () => (await fetch(`${url}/api/medicines`, { headers })).ok)
  const [medicineId, ...others] = (await addMedicines({ url, token }, 10)) as [string, ...string[]]
  const body = JSON.stringify({ medicineId, type: 'sale', quantity: 1, unitPrice: 10 })
  const sell = async () =>
    (await fetch(`${url}/api/transactions`, { method: 'POST', headers, body })).status === 201
  await until('a sale is recorded', sell)
  say('signed in and sold')
  const pods = 'app.kubernetes.io/name=inventory,app.kubernetes.io/component=server'
  await kubectl('delete', 'pod', '--selector', pods, '--grace-period=0', '--force')
  await rolledOut('inventory')
  await until('a sale is recorded after inventory was killed', sell)
  say('inventory was killed, and sells again')
  await rollSales({ url, token }, others)
}

const reason = await reasonNotToTry()
if (reason !== undefined) {
  console.log(
    `Pods are not tried here (${reason}): they need Docker and kind create cluster --name ${CLUSTER}`,
  )
  process.exit(1)
}
try {
  await loadImages()
  await startAll()
  await sellKillAndRoll()
} catch (error) {
  console.error((error as Error).message)
  console.error(await kubectl('get', 'pods', '--output=wide'))
  const logs = ['--selector=app.kubernetes.io/part-of=mms', '--all-containers', '--prefix', '--tail=20']
  console.error(await kubectl('logs', ...logs))
  process.exitCode = 1
} finally {
  await kubectl('delete', 'namespace', NAMESPACE)
}
process.exit()

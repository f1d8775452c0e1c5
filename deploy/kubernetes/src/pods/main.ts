import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { IDeployment } from 'kubernetes-models/apps/v1'
import type { IConfigMap, ISecret } from 'kubernetes-models/v1'
import { findDeployables } from '../deployables.ts'
import { render } from '../policy/render.ts'
import { nameOf, ofKind } from '../policy/shapes.ts'
import { makeSecrets } from '../secrets/secrets.ts'
import { readServices } from '../services.ts'
import { buildImages } from './images.ts'
import { podman, prepareFolder, reasonNotToRun, removeAll } from './podman.ts'
import { addressOf, NETWORK, remainder, startPod, volumeFolder } from './pods.ts'
import { addMedicine, answers, sell, signIn, stockOf, underLoad, until } from './walk.ts'

const admin = { email: 'asha@example.com', password: randomBytes(12).toString('base64url') }
const list = readServices()
const documents = render('local')
const password = randomBytes(12).toString('hex')
const databaseOf = (service: string) => `mysql://${service}:${password}@mariadb:3306/${service}`
const initSql = Object.keys(list)
  .map(
    (name) =>
      `create database \`${name}\`;\ngrant all on \`${name}\`.* to '${name}'@'%' identified by '${password}';`,
  )
  .join('\n')
const sources = [
  ...(documents.filter(({ kind }) => kind === 'ConfigMap') as unknown as IConfigMap[]),
  ...makeSecrets({ list, databaseOf, admin }),
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'mariadb' },
    stringData: { 'init.sql': initSql },
  } as ISecret,
]
const deployments = new Map(ofKind(documents, 'Deployment').map((each) => [nameOf(each), each]))
const deployment = (name: string) => deployments.get(name) as IDeployment

const began = Date.now()
const say = (line: string) =>
  console.log(`${((Date.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${line}`)

const urlOf = async (pod: string) => `http://${await addressOf(pod)}:8080`

async function startAndProbe(name: string, options = {}): Promise<void> {
  const pod = (options as { name?: string }).name ?? name
  await startPod(deployment(name), sources, options)
  const url = await urlOf(pod)
  for (const probe of ['/livez', '/readyz']) await until(`${pod} at ${probe}`, () => answers(url + probe))
}

async function startDatabase(): Promise<void> {
  await startPod(deployment('mariadb'), sources)
  const host = await addressOf('mariadb')
  await until('the database', async () => {
    const socket = connect({ host, port: 3306 })
    try {
      await once(socket, 'data')
      return true
    } finally {
      socket.destroy()
    }
  })
}

/** As a rollout does it: the new one first, then the list of where services are, then the old one goes. */
async function rollSales(): Promise<void> {
  await podman('tag', 'localhost/mms/sales:local', 'localhost/mms/sales:next')
  await startAndProbe('sales', { name: 'sales-next', tag: 'next' })
  const services = Object.fromEntries(
    Object.entries(list).map(([name, { prefixes, follows }]) => [
      name,
      { url: `http://${name === 'sales' ? 'sales-next' : name}:8080`, prefixes, follows },
    ]),
  )
  writeFileSync(join(volumeFolder('gateway', 'services'), 'services.json'), JSON.stringify(services))
  const before = performance.now()
  // What still goes to the old one has to end there.
  await until('the last calls', async () => performance.now() - before > 5_000)
  await podman('pod', 'stop', '--time', '10', 'sales')
}

async function startAll(): Promise<void> {
  await podman('network', 'create', NETWORK)
  await startDatabase()
  say('the database runs')
  await startAndProbe('identity')
  for (const name of deployments.keys())
    if (!['mariadb', 'identity', 'gateway'].includes(name)) await startAndProbe(name)
  await startAndProbe('gateway')
  say(`${deployments.size} pods are alive and ready`)
}

async function walk(): Promise<void> {
  await buildImages(findDeployables())
  say('images are built')
  await startAll()
  const url = await urlOf('gateway')
  if (!(await answers(`${url}/`)) || !(await answers(`${url}/areas/sales/area.json`)))
    throw new Error('no pages')
  const session = await signIn(url, admin)
  const medicine = await addMedicine(session, 100_000)
  await until('the first sale', async () => sell(session, medicine).then(() => true))
  say(`signed in and sold: ${await stockOf(session, medicine)} left`)
  await podman('kill', '--signal', 'KILL', 'inventory-inventory')
  // As a kubelet does it: the pod, and with it its name in the network, stays.
  await podman('start', 'inventory-inventory')
  await until('inventory after it was killed', async () => (await stockOf(session, medicine)) >= 0)
  say('inventory was killed, and sells again')
  const before = await stockOf(session, medicine)
  const { sales, calls } = await underLoad(session, medicine, rollSales)
  await until('the last sale', async () => (await stockOf(session, medicine)) === before - sales)
  say(`sales rolled to another image under ${calls} calls, none failed; ${sales} sales are in the stock`)
}

/** `npm run pods`: the `local` overlay as pods of this machine, tried from the sign-in to a rollout, and removed. */
const reason = await reasonNotToRun()
if (reason !== undefined) {
  console.log(`Pods are not tried: ${reason}.`)
  process.exit(0)
}
prepareFolder()
try {
  await removeAll()
  prepareFolder()
  await walk()
} catch (error) {
  process.exitCode = 1
  console.error((error as Error).message)
  for (const name of deployments.keys())
    console.error(name, await podman('logs', '--tail', '5', `${name}-${name}`).catch(() => ''))
} finally {
  prepareFolder()
  await podman('pod', 'rm', '--all', '--force', '--time', '5')
  await podman('network', 'rm', '--force', NETWORK).catch(() => {})
  const left = await remainder()
  if (left.length > 0) process.exitCode = 1
  await removeAll()
  say(left.length === 0 ? 'stopped, nothing is left' : `left behind: ${left.join(', ')}`)
}

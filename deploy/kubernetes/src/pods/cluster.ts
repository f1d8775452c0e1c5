import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { IDeployment } from 'kubernetes-models/apps/v1'
import type { IContainer } from 'kubernetes-models/v1'
import { nameOf } from '../policy/shapes.ts'
import { createAddresses } from './addresses.ts'
import { logsOf, podman } from './podman.ts'
import { addressOf, createPods, podSpecOf, type Source } from './pods.ts'
import { answers, until } from './until.ts'

/** How late the nodes of a cluster learn that a pod stops. */
const LAG_MS = 1_000

interface Pod {
  name: string
  address: string
}

const portOf = (deployment: IDeployment) =>
  podSpecOf(deployment).containers[0]?.ports?.[0]?.containerPort as number

async function isReady(deployment: IDeployment, address: string): Promise<boolean> {
  const port = portOf(deployment)
  if (nameOf(deployment) !== 'mariadb')
    return (await answers(`http://${address}:${port}/livez`)) && answers(`http://${address}:${port}/readyz`)
  const socket = connect({ host: address, port })
  try {
    await once(socket, 'data')
    return true
  } finally {
    socket.destroy()
  }
}

/** Podman gives a pod another address then. */
async function killAndStart(pod: Pod, name: string): Promise<void> {
  const container = `${pod.name}-${name}`
  await podman('kill', '--signal', 'KILL', container)
  await until(`${container} is started again`, () => podman('start', container).then(() => true))
  pod.address = await addressOf(pod.name)
}

const LACKS_SECRET = /^The file \S+ of DATABASE_URL_FILE does not exist\.$/m

/** A pod to which nothing is routed lacks a secret at first: it is started again and again until it has it. */
async function recoverFromMissingSecret(
  pods: ReturnType<typeof createPods>,
  deployment: IDeployment,
  tag: string,
): Promise<void> {
  const name = nameOf(deployment)
  const pod = `${name}-spoilt`
  const container = `${pod}-${name}`
  const { mend } = await pods.startSpoilt(pod, deployment, tag, 'DATABASE_URL')
  const restarts = async () => Number(await podman('inspect', container, '--format', '{{.RestartCount}}'))
  await until(`${pod} is started again`, async () => (await restarts()) > 1)
  await until(`${pod} says what it lacks`, async () => LACKS_SECRET.test(await logsOf(container, 20)))
  const isReadyNow = async () => isReady(deployment, await addressOf(pod))
  if (await isReadyNow().catch(() => false)) throw new Error(`${pod} is ready without its secret`)
  mend()
  await until(`${pod} is ready`, isReadyNow)
  await podman('pod', 'rm', '--force', '--time', '0', pod)
}

/** The play of Kubernetes: Deployments with one replica each, rolled as their strategy says. */
export function createCluster(deployments: IDeployment[], sources: Source[]) {
  const byName = new Map(deployments.map((each) => [nameOf(each), each]))
  const deploymentOf = (name: string) => byName.get(name) as IDeployment
  const addresses = createAddresses(new Map(deployments.map((each) => [nameOf(each), portOf(each)])))
  const pods = createPods({ sources, hostAliases: addresses.hostAliases })
  const serving = new Map<string, Pod[]>()
  const logsOfRetired = new Map<string, string>()
  let started = 0

  const route = (name: string) => addresses.route(name, serving.get(name) ?? [])

  /** Its end: endpoints, preStop and, when that is over, SIGTERM. */
  async function retire(deployment: IDeployment, pod: Pod): Promise<void> {
    const name = nameOf(deployment)
    const { containers, terminationGracePeriodSeconds = 30 } = podSpecOf(deployment)
    const [main] = containers as [IContainer]
    const seconds = main.lifecycle?.preStop?.sleep?.seconds ?? 0
    const takeAway = async () => {
      await delay(LAG_MS)
      const rest = (serving.get(name) ?? []).filter((each) => each !== pod)
      serving.set(name, rest)
      route(name)
    }
    await Promise.all([takeAway(), delay(seconds * 1_000)])
    const container = `${pod.name}-${main.name}`
    // Not the pod at once, which podman would cut off from the network meanwhile.
    await podman('stop', '--time', String(terminationGracePeriodSeconds - seconds), container)
    const exitCode = await podman('inspect', container, '--format', '{{.State.ExitCode}}')
    if (exitCode !== '0') throw new Error(`${pod.name} ended with ${exitCode}`)
    logsOfRetired.set(pod.name, await logsOf(container, 20))
    await podman('pod', 'rm', '--force', '--time', '0', pod.name)
  }

  return {
    logsOfRetired,
    urlOf: addresses.urlOf,
    open: addresses.open,
    async kill(name: string): Promise<void> {
      for (const pod of serving.get(name) ?? []) await killAndStart(pod, name)
      route(name)
    },
    runJob: (name: string, tag: string, args: string[]) =>
      pods.runJob(`${name}-job`, deploymentOf(name), tag, args),

    recover: (name: string, tag: string) => recoverFromMissingSecret(pods, deploymentOf(name), tag),

    /** Beside what runs of it comes what has this tag, and its migration; when that is ready, what was there goes. */
    async roll(name: string, tag: string): Promise<void> {
      const deployment = deploymentOf(name)
      const old = serving.get(name) ?? []
      const pod = `${name}-${++started}`
      const begin = async () => {
        const address = await pods.start(pod, deployment, tag)
        await until(`${pod} is ready`, () => isReady(deployment, address))
        serving.set(name, [...old, { name: pod, address }])
        route(name)
      }
      const [main] = podSpecOf(deployment).containers
      const hasDatabase = main?.env?.some((each) => each.name === 'DATABASE_URL_FILE')
      const migrate = () => pods.runJob(`${pod}-migrate`, deployment, tag, ['/app/main.js', 'migrate'])
      await Promise.all([begin(), ...(hasDatabase ? [migrate()] : [])])
      await Promise.all(old.map((each) => retire(deployment, each)))
    },
  }
}

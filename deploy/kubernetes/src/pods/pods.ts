import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IDeployment } from 'kubernetes-models/apps/v1'
import type { IConfigMap, IContainer, IPodSpec, ISecret, IVolume } from 'kubernetes-models/v1'
import { stringify } from 'yaml'
import { nameOf } from '../policy/shapes.ts'
import { folder, podman } from './podman.ts'

export const NETWORK = 'mms'
const USER = 65_532

type Source = IConfigMap | ISecret

/** What a ConfigMap or a Secret holds. */
const contentOf = (source: Source | undefined): Record<string, string> => ({
  ...(source?.data as Record<string, string> | undefined),
  ...(source as ISecret | undefined)?.stringData,
})

function writeVolume(target: string, content: Record<string, string>, mode: number): void {
  mkdirSync(target, { recursive: true })
  for (const [file, text] of Object.entries(content)) {
    writeFileSync(join(target, file), text)
    chownSync(join(target, file), USER, USER)
    chmodSync(join(target, file), mode)
  }
  chownSync(target, USER, USER)
}

export const volumeFolder = (pod: string, volume: string): string => join(folder, 'volumes', pod, volume)

/** The play of kubelet: each volume is a folder with what its source holds. */
function mountVolumes(pod: string, volumes: IVolume[], sources: Source[]): IVolume[] {
  return volumes.map(({ name, secret, configMap }) => {
    const target = volumeFolder(pod, name)
    const wanted = secret?.secretName ?? configMap?.name
    const source = sources.find(
      ({ kind, metadata }) => kind === (secret ? 'Secret' : 'ConfigMap') && metadata?.name === wanted,
    )
    writeVolume(target, contentOf(source), secret ? 0o440 : 0o444)
    return { name, hostPath: { path: target, type: 'Directory' } }
  })
}

/** Podman asks probes by programs of the image, and opens ports on this machine; both are done from outside here. */
function withoutProbes(container: IContainer, settings: Record<string, string>): IContainer {
  const {
    startupProbe: _s,
    readinessProbe: _r,
    livenessProbe: _l,
    lifecycle: _c,
    ports: _p,
    envFrom = [],
    env = [],
    ...rest
  } = container
  const shared = envFrom.length > 0 ? Object.entries(settings).map(([name, value]) => ({ name, value })) : []
  return { ...rest, imagePullPolicy: 'Never', env: [...shared, ...env] }
}

/** What a container of a pod does before the others, or a job does: one run, of which nothing stays. */
async function runOnce(
  pod: string,
  { image = '', command = [], args = [], env = [], volumeMounts = [] }: IContainer,
): Promise<void> {
  const mounts = volumeMounts.map(
    ({ name, mountPath, readOnly }) =>
      `--volume=${volumeFolder(pod, name)}:${mountPath}${readOnly ? ':ro' : ''}`,
  )
  const [program, ...more] = command
  await podman(
    ...[
      'run',
      '--rm',
      '--pull=never',
      '--read-only',
      '--read-only-tmpfs=false',
      `--user=${USER}:${USER}`,
      '--cap-drop=all',
    ],
    ...['--security-opt=no-new-privileges', `--network=${NETWORK}`, ...mounts],
    ...env.map(({ name, value }) => `--env=${name}=${value}`),
    ...(program === undefined ? [] : [`--entrypoint=${program}`]),
    ...[image, ...more, ...args],
  )
}

export interface PodOptions {
  /** Its name in the network, by which others find it; that of its Deployment unless it is a second one. */
  name?: string
  /** Of its main container. */
  tag?: string
}

/** Starts what a Deployment describes as one pod, with what it mounts; its migration and init containers run before. */
export async function startPod(
  deployment: IDeployment,
  sources: Source[],
  { name = nameOf(deployment), tag }: PodOptions = {},
): Promise<void> {
  const {
    volumes = [],
    containers,
    initContainers = [],
    securityContext,
  } = (deployment.spec as { template: { spec: IPodSpec } }).template.spec
  const settings = contentOf(sources.find(({ metadata }) => metadata?.name === 'suite'))
  const hostVolumes = mountVolumes(name, volumes, sources)
  const prepared = containers.map((container) => withoutProbes(container, settings))
  for (const each of initContainers) await runOnce(name, each)
  if (tag !== undefined && prepared[0])
    prepared[0] = { ...prepared[0], image: prepared[0].image?.replace(/:\w+$/, `:${tag}`) as string }
  const [main] = prepared
  if (main?.env?.some((each) => each.name === 'DATABASE_URL_FILE'))
    await runOnce(name, { ...main, args: ['/app/main.js', 'migrate'] })
  const spec = { securityContext, containers: prepared, volumes: hostVolumes, restartPolicy: 'Always' }
  const file = join(folder, `${name}.yaml`)
  writeFileSync(
    file,
    stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, labels: deployment.metadata?.labels },
      spec,
    }),
  )
  await podman('kube', 'play', '--network', NETWORK, file)
}

/** Where a pod is, for this machine. */
export async function addressOf(pod: string): Promise<string> {
  const infra = await podman('pod', 'inspect', pod, '--format', '{{.InfraContainerID}}')
  return podman('inspect', infra, '--format', `{{(index .NetworkSettings.Networks "${NETWORK}").IPAddress}}`)
}

/** What is left of pods: containers, and folders of their network. */
export async function remainder(): Promise<string[]> {
  const containers = await podman('ps', '--all', '--format', '{{.Names}}')
  return [
    ...containers.split('\n').filter(Boolean),
    ...readdirSync('/sys/class/net').filter((each) => each.startsWith('podman')),
  ]
}

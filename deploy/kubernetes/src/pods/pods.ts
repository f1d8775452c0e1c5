import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IDeployment } from 'kubernetes-models/apps/v1'
import type { IConfigMap, IContainer, IHostAlias, IPodSpec, ISecret, IVolume } from 'kubernetes-models/v1'
import { stringify } from 'yaml'
import { folder, NETWORK, podman } from './podman.ts'

const USER = 65_532

export type Source = IConfigMap | ISecret

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

const volumeFolder = (pod: string, volume: string): string => join(folder, 'volumes', pod, volume)

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
function prepare(container: IContainer, settings: Record<string, string>, tag: string): IContainer {
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
  const image = container.image?.replace(/:[\w-]+$/, `:${tag}`) as string
  return { ...rest, image, imagePullPolicy: 'Never', env: [...shared, ...env] }
}

const asInPod = [
  ...['run', '--rm', '--pull=never', '--read-only', '--read-only-tmpfs=false', `--user=${USER}:${USER}`],
  ...['--cap-drop=all', '--security-opt=no-new-privileges', `--network=${NETWORK}`],
]

export const podSpecOf = ({ spec }: IDeployment): IPodSpec =>
  (spec as { template: { spec: IPodSpec } }).template.spec

/** Where a pod is, for this machine. */
export async function addressOf(pod: string): Promise<string> {
  const infra = await podman('pod', 'inspect', pod, '--format', '{{.InfraContainerID}}')
  const format = `{{(index .NetworkSettings.Networks "${NETWORK}").IPAddress}}`
  return podman('inspect', infra, '--format', format)
}

interface Stage {
  sources: Source[]
  hostAliases: IHostAlias[]
}

/** Runs what Deployments describe as pods on this machine, with the ConfigMaps and Secrets that they mount. */
export function createPods({ sources, hostAliases }: Stage) {
  const settings = contentOf(sources.find(({ metadata }) => metadata?.name === 'suite'))
  const hosts = hostAliases.flatMap(({ ip, hostnames = [] }) =>
    hostnames.map((name) => `--add-host=${name}:${ip}`),
  )

  /** One run of a container, of which nothing stays. Returns what it wrote. */
  function runOnce(pod: string, container: IContainer): Promise<string> {
    const { image = '', command = [], args = [], env = [], volumeMounts = [] } = container
    const mounts = volumeMounts.map(
      ({ name, mountPath, readOnly }) =>
        `--volume=${volumeFolder(pod, name)}:${mountPath}${readOnly ? ':ro' : ''}`,
    )
    const [program, ...more] = command
    return podman(
      ...[...asInPod, ...hosts, ...mounts, ...env.map(({ name, value }) => `--env=${name}=${value}`)],
      ...(program === undefined ? [] : [`--entrypoint=${program}`]),
      ...[image, ...more, ...args],
    )
  }

  /** Starts a pod, its init containers first, and returns its address. */
  async function start(
    pod: string,
    deployment: IDeployment,
    tag: string,
    spoil: () => void = () => {},
  ): Promise<string> {
    const { volumes = [], containers, initContainers = [], securityContext } = podSpecOf(deployment)
    const hostVolumes = mountVolumes(pod, volumes, sources)
    spoil()
    for (const each of initContainers) await runOnce(pod, prepare(each, settings, tag))
    const spec = {
      securityContext,
      hostAliases,
      volumes: hostVolumes,
      restartPolicy: 'Always',
      containers: containers.map((each) => prepare(each, settings, tag)),
    }
    const file = join(folder, `${pod}.yaml`)
    writeFileSync(file, stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: pod }, spec }))
    await podman('kube', 'play', '--network', NETWORK, file)
    return addressOf(pod)
  }

  return {
    start: (pod: string, deployment: IDeployment, tag: string) => start(pod, deployment, tag),

    /** Starts it without a file of its Secret, which `mend` adds. */
    async startSpoilt(pod: string, deployment: IDeployment, tag: string, secret: string) {
      const spoil = () => rmSync(join(volumeFolder(pod, 'secrets'), secret))
      await start(pod, deployment, tag, spoil)
      const { volumes = [] } = podSpecOf(deployment)
      return { mend: () => void mountVolumes(pod, volumes, sources) }
    },

    /** A job of a Deployment's image, as its migration is. */
    runJob(pod: string, deployment: IDeployment, tag: string, args: string[]): Promise<string> {
      const { containers, volumes = [] } = podSpecOf(deployment)
      mountVolumes(pod, volumes, sources)
      return runOnce(pod, { ...prepare(containers[0] as IContainer, settings, tag), args })
    },
  }
}

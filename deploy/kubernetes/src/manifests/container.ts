import type { IContainer, IPodSpec, IVolume } from 'kubernetes-models/v1'
import type { Deployable } from '../deployables.ts'
import { GATEWAY_OPS_PORT, PORT } from './labels.ts'
import type { Settings } from './settings.ts'

const SECRETS = '/run/secrets/mms'

interface Mounts {
  volumes: IVolume[]
  volumeMounts: NonNullable<IContainer['volumeMounts']>
  env: Record<string, string>
}

const mounted = (name: string, mountPath: string, source: Omit<IVolume, 'name'>): Omit<Mounts, 'env'> => ({
  volumes: [{ name, ...source }],
  volumeMounts: [{ name, mountPath, readOnly: true }],
})

/** What a service reads: its secrets, which no other pod has, and the public keys of those who may call it. */
function ofService(name: string, { secrets }: Settings): Mounts {
  const own = mounted('secrets', SECRETS, { secret: { secretName: name, defaultMode: 0o440 } })
  const callers = mounted('callers', '/etc/mms/callers', { configMap: { name: 'service-callers' } })
  return {
    volumes: [...own.volumes, ...callers.volumes],
    volumeMounts: [...own.volumeMounts, ...callers.volumeMounts],
    env: {
      ...Object.fromEntries(secrets.map((secret) => [`${secret}_FILE`, `${SECRETS}/${secret}`])),
      SERVICE_CALLERS_FILE: '/etc/mms/callers/service-callers.json',
    },
  }
}

/** Folders, not single files: of those a cluster replaces the content when a ConfigMap changes. */
function ofGateway(): Mounts {
  const services = mounted('services', '/etc/mms/services', { configMap: { name: 'services' } })
  const areas = mounted('areas', '/etc/mms/areas', { configMap: { name: 'areas' } })
  const shell = mounted('shell', '/shell', { emptyDir: { sizeLimit: '64Mi' } })
  return {
    volumes: [...services.volumes, ...areas.volumes, ...shell.volumes],
    volumeMounts: [...services.volumeMounts, ...areas.volumeMounts, ...shell.volumeMounts],
    env: {
      SERVICES_FILE: '/etc/mms/services/services.json',
      AREAS_FILE: '/etc/mms/areas/areas.json',
      SHELL_DIR: '/shell',
      OPS_PORT: String(GATEWAY_OPS_PORT),
      TRUST_PROXY: '1',
    },
  }
}

export function mountsOf({ name, kind }: Deployable, settings: Settings): Mounts {
  if (kind === 'service') return ofService(name, settings)
  return kind === 'gateway' ? ofGateway() : { volumes: [], volumeMounts: [], env: {} }
}

/** Nothing that a process of the suite could do without. */
const securityContext: NonNullable<IContainer['securityContext']> = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
}

export const podSecurity: Pick<
  IPodSpec,
  'automountServiceAccountToken' | 'enableServiceLinks' | 'securityContext'
> = {
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: 65_532,
    runAsGroup: 65_532,
    fsGroup: 65_532,
    seccompProfile: { type: 'RuntimeDefault' },
  },
}

/** A container that runs once or serves: its image, its settings, and what it may use. */
export function containerOf(deployable: Deployable, settings: Settings): IContainer {
  const { name } = deployable
  const { request, limit } = settings.memoryMiB
  const { env, volumeMounts } = mountsOf(deployable, settings)
  return {
    name,
    image: `mms/${name}`,
    envFrom: [{ configMapRef: { name: 'suite' } }],
    env: Object.entries({ ...env, ...settings.settings }).map(([key, value]) => ({ name: key, value })),
    resources: { requests: { cpu: '50m', memory: `${request}Mi` }, limits: { memory: `${limit}Mi` } },
    securityContext,
    volumeMounts,
  }
}

/** The shell is files alone: its image copies them to where each pod of the gateway serves them. */
export function shellContainer(shell: Deployable): IContainer {
  return {
    name: shell.name,
    image: `mms/${shell.name}`,
    command: ['/nodejs/bin/node', '-e', "fs.cpSync('/srv', '/shell', { recursive: true })"],
    resources: { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '128Mi' } },
    securityContext,
    volumeMounts: [{ name: 'shell', mountPath: '/shell' }],
  }
}

const probe = (path: string, more: object) => ({ httpGet: { path, port: 'http' }, ...more })

/** What a serving container has beside: its port, its probes, and time for balancers to notice that it stops. */
export const servingParts: Partial<IContainer> = {
  ports: [{ name: 'http', containerPort: PORT }],
  startupProbe: probe('/readyz', { periodSeconds: 1, timeoutSeconds: 3, failureThreshold: 120 }),
  readinessProbe: probe('/readyz', { periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 2 }),
  livenessProbe: probe('/livez', { periodSeconds: 10, timeoutSeconds: 3, failureThreshold: 3 }),
  lifecycle: { preStop: { sleep: { seconds: 5 } } },
}

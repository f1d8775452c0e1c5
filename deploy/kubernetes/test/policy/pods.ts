import type { IContainer } from 'kubernetes-models/v1'
import { type Rendered, type Workload, workloadsOf } from './rendered.ts'

const rulesOfPods: [string, (workload: Workload) => boolean][] = [
  ['must not run as root', ({ template: { spec } }) => spec?.securityContext?.runAsNonRoot === true],
  [
    'must run as the user that its platform gives',
    ({ containers, template: { spec } }) =>
      !containers.some(({ image }) => image?.includes('/mms/')) ||
      !(spec?.securityContext?.runAsUser ?? spec?.securityContext?.fsGroup),
  ],
  [
    'needs seccomp RuntimeDefault',
    ({ template: { spec } }) => spec?.securityContext?.seccompProfile?.type === 'RuntimeDefault',
  ],
  [
    'must not get a service-account token',
    ({ template: { spec } }) => spec?.automountServiceAccountToken === false,
  ],
  [
    'must not use the network or files of its node',
    ({ template: { spec } }) =>
      !(spec?.hostNetwork || spec?.hostPID || spec?.volumes?.some(({ hostPath }) => hostPath !== undefined)),
  ],
]

const rulesOfContainers: [string, (container: IContainer) => boolean][] = [
  [
    'needs a read-only root file system',
    ({ securityContext }) => securityContext?.readOnlyRootFilesystem === true,
  ],
  [
    'must drop all capabilities',
    ({ securityContext: its }) =>
      its?.allowPrivilegeEscalation === false && !its.privileged && !!its.capabilities?.drop?.includes('ALL'),
  ],
  [
    'needs requests and a memory limit',
    ({ resources: its }) => !!its?.requests?.cpu && !!its.requests.memory && !!its.limits?.memory,
  ],
  ['needs an image of a version', ({ image = '' }) => /:(?!latest$)[\w.-]+$/.test(image)],
  [
    'must get secrets as files',
    ({ env = [], envFrom = [] }) =>
      !env.some(({ valueFrom }) => valueFrom?.secretKeyRef) && !envFrom.some(({ secretRef }) => secretRef),
  ],
]

const foreignSecrets = ({ kind, template }: Workload): string[] => {
  const own = template.metadata?.labels?.['app.kubernetes.io/name']
  const names = (template.spec?.volumes ?? []).flatMap(({ secret }) => secret?.secretName ?? [])
  return names.filter((name) => name !== own && !(kind === 'Job' && name === `${own}-migrate`))
}

export const podProblems = (documents: Rendered[]): string[] =>
  workloadsOf(documents).flatMap((workload) => [
    ...rulesOfPods.filter(([, keeps]) => !keeps(workload)).map(([rule]) => `${workload.title} ${rule}`),
    ...workload.containers.flatMap((container) =>
      rulesOfContainers
        .filter(([, keeps]) => !keeps(container))
        .map(([rule]) => `${workload.title} (${container.name}) ${rule}`),
    ),
    ...foreignSecrets(workload).map(
      (name) => `${workload.title} mounts the Secret ${name}, which is another's`,
    ),
  ])

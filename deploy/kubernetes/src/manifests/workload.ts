import type { IDeployment } from 'kubernetes-models/apps/v1'
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import type { IJob } from 'kubernetes-models/batch/v1'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1'
import type { IService } from 'kubernetes-models/v1'
import type { Deployable } from '../deployables.ts'
import { containerOf, mountsOf, podSecurity, servingParts, shellContainer } from './container.ts'
import { GATEWAY_OPS_PORT, metadata, migrating, PORT, serving } from './labels.ts'
import type { Settings } from './settings.ts'

const metricsPort = ({ kind }: Deployable) => (kind === 'gateway' ? GATEWAY_OPS_PORT : PORT)

function deployment(deployable: Deployable, settings: Settings, shell: Deployable): IDeployment {
  const { name, kind } = deployable
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata(name),
    spec: {
      selector: { matchLabels: serving(name) },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      revisionHistoryLimit: 5,
      template: {
        metadata: {
          labels: metadata(name, serving(name)).labels,
          annotations: {
            'prometheus.io/scrape': 'true',
            'prometheus.io/port': String(metricsPort(deployable)),
            'prometheus.io/path': '/metrics',
          },
        },
        spec: {
          ...podSecurity,
          terminationGracePeriodSeconds: 30,
          topologySpreadConstraints: [
            {
              maxSkew: 1,
              topologyKey: 'kubernetes.io/hostname',
              whenUnsatisfiable: 'ScheduleAnyway',
              labelSelector: { matchLabels: serving(name) },
            },
          ],
          ...(kind === 'gateway' && { initContainers: [shellContainer(shell)] }),
          containers: [{ ...containerOf(deployable, settings), ...servingParts }],
          volumes: mountsOf(deployable, settings).volumes,
        },
      },
    },
  }
}

const service = ({ name }: Deployable): IService => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: metadata(name),
  spec: { selector: serving(name), ports: [{ name: 'http', port: PORT, targetPort: 'http' }] },
})

const disruptionBudget = ({ name }: Deployable): IPodDisruptionBudget => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: metadata(name),
  spec: { maxUnavailable: 1, selector: { matchLabels: serving(name) } },
})

const autoscaler = ({ name }: Deployable, { replicas }: Settings): IHorizontalPodAutoscaler => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: metadata(name),
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
    minReplicas: replicas.min,
    maxReplicas: replicas.max,
    metrics: [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 150 } },
      },
    ],
  },
})

/** Beside the rollout: whichever of the two is first brings the schema up to date, the other waits for it. */
const migration = (deployable: Deployable, settings: Settings): IJob => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: metadata(`${deployable.name}-migrate`, migrating(deployable.name)),
  spec: {
    backoffLimit: 5,
    ttlSecondsAfterFinished: 3_600,
    template: {
      metadata: { labels: metadata(deployable.name, migrating(deployable.name)).labels },
      spec: {
        ...podSecurity,
        restartPolicy: 'OnFailure',
        containers: [{ ...containerOf(deployable, settings), args: ['/app/main.js', 'migrate'] }],
        volumes: mountsOf(deployable, settings).volumes,
      },
    },
  },
})

/** What runs of a deployable, and what keeps it running. */
export function workloadOf(deployable: Deployable, settings: Settings, shell: Deployable): object[] {
  if (deployable.kind === 'shell') return []
  return [
    deployment(deployable, settings, shell),
    service(deployable),
    disruptionBudget(deployable),
    autoscaler(deployable, settings),
    ...(deployable.kind === 'service' ? [migration(deployable, settings)] : []),
  ]
}

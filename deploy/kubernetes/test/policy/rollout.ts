import type { IDeployment } from 'kubernetes-models/apps/v1'
import { nameOf, ofKind, type Rendered } from './rendered.ts'

const mainContainer = (deployment: IDeployment) => deployment.spec?.template.spec?.containers[0]

const rules: [string, (deployment: IDeployment, documents: Rendered[]) => boolean][] = [
  [
    'needs startup, readiness and liveness probes',
    (deployment) => {
      const { startupProbe, readinessProbe, livenessProbe } = mainContainer(deployment) ?? {}
      return [startupProbe, readinessProbe, livenessProbe].every((probe) => probe?.httpGet !== undefined)
    },
  ],
  [
    'needs the label component: server, by which roll applies it last',
    ({ metadata }) => metadata?.labels?.['app.kubernetes.io/component'] === 'server',
  ],
  ['needs a preStop', (deployment) => mainContainer(deployment)?.lifecycle?.preStop !== undefined],
  [
    'must keep all replicas while it rolls',
    ({ spec }) => spec?.strategy?.rollingUpdate?.maxUnavailable === 0,
  ],
  [
    'must be spread over nodes',
    ({ spec }) =>
      !!spec?.template.spec?.topologySpreadConstraints?.some(
        ({ topologyKey }) => topologyKey === 'kubernetes.io/hostname',
      ),
  ],
  [
    'needs scrape annotations',
    ({ spec }) => spec?.template.metadata?.annotations?.['prometheus.io/scrape'] === 'true',
  ],
  ...['Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler', 'NetworkPolicy'].map(
    (kind): [string, (deployment: IDeployment, documents: Rendered[]) => boolean] => [
      `needs a ${kind}`,
      (deployment, documents) =>
        documents.some((each) => each.kind === kind && nameOf(each) === nameOf(deployment)),
    ],
  ),
]

/** Migration and program must use the same image. */
function migrationProblems(documents: Rendered[], deployment: IDeployment): string[] {
  const hasDatabase = mainContainer(deployment)?.env?.some(({ name }) => name === 'DATABASE_URL_FILE')
  if (!hasDatabase) return []
  const job = ofKind(documents, 'Job').find((each) => nameOf(each) === `${nameOf(deployment)}-migrate`)
  const image = job?.spec?.template.spec?.containers[0]?.image
  return image === mainContainer(deployment)?.image && job?.spec?.activeDeadlineSeconds === undefined
    ? []
    : [`${nameOf(deployment)} needs a Job that migrates, of the same image, without a deadline`]
}

const isOurs = ({ metadata }: IDeployment) => metadata?.labels?.['app.kubernetes.io/part-of'] === 'mms'

export const rolloutProblems = (documents: Rendered[]): string[] =>
  ofKind(documents, 'Deployment')
    .filter(isOurs)
    .flatMap((deployment) => [
      ...rules
        .filter(([, keeps]) => !keeps(deployment, documents))
        .map(([rule]) => `${nameOf(deployment)} ${rule}`),
      ...migrationProblems(documents, deployment),
    ])

import type { IDeployment } from 'kubernetes-models/apps/v1'
import type { IJob } from 'kubernetes-models/batch/v1'
import type { IIngress, INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import type { IContainer, IPodTemplateSpec } from 'kubernetes-models/v1'
import type { Rendered } from './render.ts'

/** Rendered documents by kind; a schema has passed them. */
interface Kinds {
  Deployment: IDeployment
  Job: IJob
  NetworkPolicy: INetworkPolicy
  Ingress: IIngress
}

export const ofKind = <K extends keyof Kinds>(documents: Rendered[], kind: K): Kinds[K][] =>
  documents.filter((each) => each.kind === kind) as unknown as Kinds[K][]

export const nameOf = ({ metadata }: { metadata?: { name?: string } }): string => metadata?.name ?? ''

export interface Workload {
  title: string
  template: IPodTemplateSpec
  containers: IContainer[]
}

/** Everything that becomes pods. */
export function workloadsOf(documents: Rendered[]): Workload[] {
  return [...ofKind(documents, 'Deployment'), ...ofKind(documents, 'Job')].map((each) => {
    const template = each.spec?.template as IPodTemplateSpec
    const { containers = [], initContainers = [] } = template.spec ?? {}
    return { title: `${each.kind} ${nameOf(each)}`, template, containers: [...initContainers, ...containers] }
  })
}

import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { IDeployment } from 'kubernetes-models/apps/v1'
import type { ICronJob, IJob } from 'kubernetes-models/batch/v1'
import type { IIngress, INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import type { IContainer, IPodTemplateSpec } from 'kubernetes-models/v1'
import { parseAllDocuments } from 'yaml'
import { root } from '../../src/deployables.ts'

export interface Rendered {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string }
}

/** Needs kubectl 1.27 or newer for its kustomize version. */
export function render(overlay: string): Rendered[] {
  let text: string
  try {
    text = execFileSync('kubectl', ['kustomize', resolve(root, 'deploy/kubernetes/overlays', overlay)], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
  } catch (cause) {
    throw new Error(
      `kubectl cannot render ${overlay}; it must be 1.27 or newer: ${(cause as Error).message}`,
      { cause },
    )
  }
  return parseAllDocuments(text).map((document) => document.toJS() as Rendered)
}

interface Kinds {
  Deployment: IDeployment
  Job: IJob
  CronJob: ICronJob
  NetworkPolicy: INetworkPolicy
  Ingress: IIngress
}

export const ofKind = <K extends keyof Kinds>(documents: Rendered[], kind: K): Kinds[K][] =>
  documents.filter((each) => each.kind === kind) as unknown as Kinds[K][]

export const nameOf = ({ metadata }: { metadata?: { name?: string } }): string => metadata?.name ?? ''

export interface Workload {
  kind: string
  title: string
  template: IPodTemplateSpec
  containers: IContainer[]
}

export function workloadsOf(documents: Rendered[]): Workload[] {
  const scheduled = ofKind(documents, 'CronJob').map((each) => ({
    ...each,
    spec: each.spec?.jobTemplate.spec,
  }))
  return [...ofKind(documents, 'Deployment'), ...ofKind(documents, 'Job'), ...scheduled].map((each) => {
    const template = each.spec?.template as IPodTemplateSpec
    const { containers = [], initContainers = [] } = template.spec ?? {}
    return {
      kind: each.kind,
      title: `${each.kind} ${nameOf(each)}`,
      template,
      containers: [...initContainers, ...containers],
    }
  })
}

import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { nameOf, ofKind, type Rendered } from './rendered.ts'

type Peers = NonNullable<NonNullable<NonNullable<INetworkPolicy['spec']>['ingress']>[number]['from']>

const labelOf = (peer: Peers[number]) => peer.podSelector?.matchLabels?.['app.kubernetes.io/name']
const podsOf = (peers: Peers = []) => peers.flatMap((peer) => labelOf(peer) ?? [])

export function allowedEdges(documents: Rendered[]): { byCallers: string[]; byCalled: string[] } {
  const policies = ofKind(documents, 'NetworkPolicy')
  const byCallers = policies.flatMap((policy) =>
    (policy.spec?.egress ?? []).flatMap(({ to }) =>
      podsOf(to).map((called) => `${nameOf(policy)} → ${called}`),
    ),
  )
  const byCalled = policies.flatMap((policy) =>
    (policy.spec?.ingress ?? []).flatMap(({ from }) =>
      podsOf(from).map((caller) => `${caller} → ${nameOf(policy)}`),
    ),
  )
  return { byCallers: byCallers.sort(), byCalled: byCalled.sort() }
}

const deniesAll = ({ spec }: INetworkPolicy) =>
  Object.keys(spec?.podSelector ?? { none: '' }).length === 0 &&
  spec?.policyTypes?.length === 2 &&
  spec.ingress === undefined &&
  spec.egress === undefined

export function networkProblems(documents: Rendered[], edges: string[]): string[] {
  const { byCallers, byCalled } = allowedEdges(documents)
  const missing = (from: string[], what: string[], words: string) =>
    what.filter((edge) => !from.includes(edge)).map((edge) => `${edge} ${words}`)
  const ingresses = ofKind(documents, 'Ingress').filter(({ spec }) => !spec?.tls?.length)
  return [
    ...(ofKind(documents, 'NetworkPolicy').some(deniesAll)
      ? []
      : ['no NetworkPolicy denies what no other allows']),
    ...missing(edges, [...new Set([...byCallers, ...byCalled])], 'is allowed, and no call of the suite'),
    ...missing(byCallers, edges, 'is refused at the caller'),
    ...missing(byCalled, edges, 'is refused at the called'),
    ...ingresses.map((ingress) => `Ingress ${nameOf(ingress)} needs TLS`),
  ]
}

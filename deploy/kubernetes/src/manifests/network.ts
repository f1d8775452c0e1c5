import type { ServiceList } from '@mms/service-kit'
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import type { Deployable } from '../deployables.ts'
import { GATEWAY_OPS_PORT, metadata, named, PORT } from './labels.ts'
import type { Settings } from './settings.ts'

type Egress = NonNullable<NonNullable<INetworkPolicy['spec']>['egress']>[number]
type Ingress = NonNullable<NonNullable<INetworkPolicy['spec']>['ingress']>[number]

/** Who may call whom inside the suite: `from` → those it calls. */
export type Edges = ReadonlyMap<string, string[]>

/** By the list of services: the gateway calls all and the areas, a service those it follows or calls, all of them identity. */
export function edgesOf(list: ServiceList, deployables: Deployable[]): Edges {
  const areas = deployables.filter(({ kind }) => kind === 'area').map(({ name }) => name)
  const services = Object.entries(list).map(([name, { follows, calls }]) => {
    const keys = name === 'identity' ? [] : ['identity']
    return [name, [...new Set([...keys, ...follows, ...calls])].sort()] as const
  })
  return new Map([['gateway', [...Object.keys(list), ...areas].sort()], ...services])
}

const namespaced = (name: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
})
const tcp = (...ports: number[]) => ports.map((port) => ({ protocol: 'TCP' as const, port }))
const podsOf = (names: string[]) => names.map((name) => ({ podSelector: { matchLabels: named(name) } }))

/** Every address but those of networks of one's own. */
const anywhereOutside = {
  ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'] },
}

const names: Egress = {
  to: [namespaced('kube-system')],
  ports: [
    { protocol: 'UDP', port: 53 },
    { protocol: 'TCP', port: 53 },
  ],
}
/** Where spans are sent when a collector is named. */
const traces: Egress = { to: [namespaced('monitoring')], ports: tcp(4318) }
const database: Egress = { ports: tcp(3306) }

function ingressOf({ name, kind }: Deployable, edges: Edges): Ingress[] {
  const callers = [...edges].filter(([, called]) => called.includes(name)).map(([from]) => from)
  const metrics = kind === 'gateway' ? GATEWAY_OPS_PORT : PORT
  return [
    ...(callers.length > 0 ? [{ from: podsOf(callers), ports: tcp(PORT) }] : []),
    ...(kind === 'gateway' ? [{ from: [namespaced('ingress-nginx')], ports: tcp(PORT) }] : []),
    { from: [namespaced('monitoring')], ports: tcp(metrics) },
  ]
}

function egressOf({ name, kind }: Deployable, { outside }: Settings, edges: Edges): Egress[] {
  const called = edges.get(name) ?? []
  if (kind === 'area') return []
  return [
    names,
    traces,
    ...(called.length > 0 ? [{ to: podsOf(called), ports: tcp(PORT) }] : []),
    ...(kind === 'service' ? [database] : []),
    ...(outside.length > 0 ? [{ to: [anywhereOutside], ports: tcp(...outside) }] : []),
  ]
}

/** Exactly the calls that a deployable makes and takes; everything else is refused by `denyAll`. */
export const networkPolicy = (deployable: Deployable, settings: Settings, edges: Edges): INetworkPolicy => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: metadata(deployable.name),
  spec: {
    podSelector: { matchLabels: named(deployable.name) },
    policyTypes: ['Ingress', 'Egress'],
    ingress: ingressOf(deployable, edges),
    egress: egressOf(deployable, settings, edges),
  },
})

export const denyAll: INetworkPolicy = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: metadata('deny-all', {}),
  spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServiceList } from '@mms/service-kit'
import { parse, stringify } from 'yaml'
import { type Deployable, root } from '../deployables.ts'

const base = join(root, 'deploy/kubernetes/base')
const urlOf = (name: string) => `http://${name}:8080`

/** Who may call whom, derived from services.json. The gateway may call all services and areas. */
export function edgesOf(list: ServiceList, deployables: Deployable[]): Map<string, string[]> {
  const areas = deployables.filter(({ kind }) => kind === 'area').map(({ name }) => name)
  const services = Object.entries(list).map(([name, { follows, calls }]) => {
    const keys = name === 'identity' ? [] : ['identity']
    return [name, [...new Set([...keys, ...follows, ...calls])].sort()] as const
  })
  return new Map([['gateway', [...Object.keys(list), ...areas].sort()], ...services])
}

const pod = (name: string) => `{ podSelector: { matchLabels: { app.kubernetes.io/name: ${name} } } }`

const rules = (direction: 'from' | 'to', names: string[]) =>
  names.length === 0
    ? ' []'
    : `
    - ${direction}:
${names.map((name) => `        - ${pod(name)}`).join('\n')}
      ports: [{ protocol: TCP, port: 8080 }]`

const networkPolicy = (name: string, callers: string[], called: string[]) => `\
# Written by npm run manifests from deploy/services.json: who calls this deployable, and whom it calls.
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${name}
  labels: { app.kubernetes.io/name: ${name}, app.kubernetes.io/part-of: mms }
spec:
  podSelector: { matchLabels: { app.kubernetes.io/name: ${name} } }
  policyTypes: [Ingress, Egress]
  ingress:${rules('from', callers)}
  egress:${rules('to', called)}
`

/** Wraps the alert rules, because the Prometheus operator reads them only from this resource. */
const prometheusRule = () => `\
# Written by npm run manifests from deploy/monitoring/alerts.yaml.
${stringify({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: { name: 'suite', labels: { 'app.kubernetes.io/part-of': 'mms' } },
  spec: parse(readFileSync(join(root, 'deploy/monitoring/alerts.yaml'), 'utf8')),
})}`

export function writeManifests(list: ServiceList, deployables: Deployable[]): Map<string, string> {
  const edges = edgesOf(list, deployables)
  const callersOf = (name: string) =>
    [...edges].filter(([, called]) => called.includes(name)).map(([caller]) => caller)
  const urls = Object.keys(list).map(
    (name) => `${name.toUpperCase().replaceAll('-', '_')}_URL=${urlOf(name)}\n`,
  )
  const services = Object.fromEntries(
    Object.entries(list).map(([name, { prefixes, follows }]) => [
      name,
      { url: urlOf(name), prefixes, follows },
    ]),
  )
  return new Map([
    ...deployables
      .filter(({ kind }) => kind !== 'shell')
      .map(({ name }): [string, string] => [
        join(base, name, 'network-policy.yaml'),
        networkPolicy(name, callersOf(name), edges.get(name) ?? []),
      ]),
    [
      join(base, 'suite/urls.env'),
      `# Written by npm run manifests from deploy/services.json.\n${urls.join('')}`,
    ],
    [join(base, '../components/monitoring/rules.yaml'), prometheusRule()],
    [join(base, 'suite/services.txt'), `${JSON.stringify(services, null, 2)}\n`],
  ])
}

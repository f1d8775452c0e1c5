import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonParser } from '@mms/service-kit/config'
import { serviceListSchema } from '@mms/service-kit/service-list'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { findDeployables, root } from '../src/deployables.ts'
import { edgesOf, writeManifests } from '../src/manifests/manifests.ts'
import { readServices } from '../src/services.ts'
import { allowedEdges, networkProblems } from './policy/network.ts'
import { podProblems } from './policy/pods.ts'
import { type Rendered, render } from './policy/rendered.ts'
import { rolloutProblems } from './policy/rollout.ts'
import { schemaProblems } from './policy/schema.ts'

const OVERLAYS = ['local', 'staging', 'production']
const deployables = findDeployables()
const list = readServices()
const edges = [...edgesOf(list, deployables)].flatMap(([from, called]) =>
  called.map((to) => `${from} → ${to}`),
)

const problemsOf = (documents: Rendered[]) => [
  ...podProblems(documents),
  ...rolloutProblems(documents),
  ...networkProblems(documents, edges),
]

test('the generated manifests are those of the list of services', () => {
  for (const [file, content] of writeManifests(list, deployables))
    expect(existsSync(file) && readFileSync(file, 'utf8'), `${file}: npm run manifests`).toBe(content)
})

describe.each(OVERLAYS)('%s', (overlay) => {
  const documents = render(overlay)

  test('fits the schemas, misspelt fields included', () => {
    expect(schemaProblems(documents)).toEqual([])
  })

  test('keeps the policy', () => {
    expect(problemsOf(documents)).toEqual([])
  })

  test('runs everything of this repository, each by an image of its name', () => {
    const images = JSON.stringify(documents)
    for (const { name } of deployables) expect(images).toContain(`/mms/${name}:`)
    const areas = overlay === 'local' ? documents : render(`${overlay}/areas`)
    const list = areas.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'areas')
    for (const { name, kind } of deployables) {
      if (kind === 'area') expect(JSON.stringify(list)).toContain(`http://${name}:8080`)
    }
  })
})

test('Docker Compose runs everything as well, each by an image of its name', () => {
  const file = join(root, 'compose.yaml')
  const compose = parse(readFileSync(file, 'utf8'), { merge: true }) as {
    services: Record<string, { build?: { args: { NAME: string } } }>
    configs: Record<'services', { content: string }>
  }
  const built = Object.entries(compose.services).filter(([, { build }]) => build)
  expect(built.map(([name, { build }]) => [name, build?.args.NAME]).sort()).toEqual(
    deployables.map(({ name }) => [name, name]).sort(),
  )
  const prefixes = Object.entries(jsonParser(serviceListSchema)(compose.configs.services.content))
  expect(prefixes.map(([name, each]) => [name, each.prefixes])).toEqual(
    Object.entries(list).map(([name, each]) => [name, each.prefixes]),
  )
})

const text = (documents: Rendered[]) => JSON.stringify(documents)
/** Replaces a text in the documents, once or everywhere. */
const planting = (from: string | RegExp, to: string) => (documents: Rendered[]) => {
  const changed = text(documents).replace(from, to)
  expect(changed).not.toBe(text(documents))
  return JSON.parse(changed) as Rendered[]
}
const without = (kind: string, name: string) => (documents: Rendered[]) =>
  documents.filter((each) => each.kind !== kind || each.metadata.name !== name)

test.each<[string, (documents: Rendered[]) => Rendered[], RegExp]>([
  ['a root user', planting('"runAsNonRoot":true', '"runAsNonRoot":false'), /must not run as root/],
  [
    'a writable root',
    planting('"readOnlyRootFilesystem":true', '"readOnlyRootFilesystem":false'),
    /read-only root/,
  ],
  ['a capability', planting('"drop":["ALL"]', '"drop":["KILL"]'), /must drop all capabilities/],
  ['no seccomp', planting('"RuntimeDefault"', '"Unconfined"'), /seccomp RuntimeDefault/],
  ['a service-account token', planting('Token":false', 'Token":true'), /service-account token/],
  ['no memory limit', planting(/"limits":\{"memory":"256Mi"\}/, '"limits":{}'), /memory limit/],
  [
    'no readiness probe',
    planting('"readinessProbe"', '"unreadinessProbe"'),
    /needs startup, readiness and liveness/,
  ],
  ['no preStop', planting('"preStop"', '"postStop"'), /needs a preStop/],
  ['a gap while it rolls', planting('"maxUnavailable":0', '"maxUnavailable":1'), /must keep all replicas/],
  [
    'a secret in the environment',
    planting('"env":[', '"env":[{"name":"A","valueFrom":{"secretKeyRef":{"name":"sales","key":"A"}}},'),
    /secrets as files/,
  ],
  [
    'the secret of another',
    planting('"secretName":"sales"', '"secretName":"identity"'),
    /which is another's/,
  ],
  ['no disruption budget', without('PodDisruptionBudget', 'sales'), /sales needs a PodDisruptionBudget/],
  ['no autoscaler', without('HorizontalPodAutoscaler', 'alerts'), /alerts needs a HorizontalPodAutoscaler/],
  ['no migration', without('Job', 'inventory-migrate'), /inventory needs a Job that migrates/],
  ['nothing denied', without('NetworkPolicy', 'deny-all'), /no NetworkPolicy denies/],
  [
    'no scraping',
    planting('"prometheus.io/scrape":"true"', '"prometheus.io/scrape":"false"'),
    /scrape annotations/,
  ],
  [
    'one node',
    planting('"topologyKey":"kubernetes.io/hostname"', '"topologyKey":"zone"'),
    /spread over nodes/,
  ],
  ['no TLS', planting('"tls"', '"plain"'), /needs TLS/],
  [
    'the newest image, whichever',
    planting(/\/mms\/sales:[\d.]+"/, '/mms/sales:latest"'),
    /image of a version/,
  ],
])('catches %s', (_violation, plant, sentence) => {
  expect(problemsOf(plant(render('production'))).join('\n')).toMatch(sentence)
})

test.each([
  ['a misspelt optional field', '"livenessProbe"', '"livenessProb"'],
  ['a wrong type', '"terminationGracePeriodSeconds":30', '"terminationGracePeriodSeconds":"30"'],
])('%s does not pass the compiler', (_what, from, to) => {
  expect(schemaProblems(planting(from, to)(render('production'))).join('\n')).toMatch(/error TS/)
})

/** Services whose addresses this service has a setting for. */
function callsOf(name: string): string[] {
  const file = join(root, 'services', name, 'src/config.ts')
  const config = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const given = [...config.matchAll(/^ +([A-Z_]+)_URL: z/gm)].map(([, setting = '']) => setting.toLowerCase())
  const services = given.map((setting) => setting.replaceAll('_', '-')).filter((each) => each in list)
  return name === 'identity' ? services : [...services, 'identity']
}

describe('calls inside the suite', () => {
  const { byCallers, byCalled } = allowedEdges(render('production'))
  const ofCode = [
    ...Object.keys(list).flatMap((name) => callsOf(name).map((called) => `${name} → ${called}`)),
    ...deployables
      .filter(({ kind }) => kind === 'service' || kind === 'area')
      .map(({ name }) => `gateway → ${name}`),
  ].sort()

  test('are those that code can make: each of them passes, and nothing else does', () => {
    expect(byCallers).toEqual(ofCode)
    expect(byCalled).toEqual(ofCode)
  })

  test.each([
    [
      'more than a call',
      { ...list, sales: { ...list.sales, prefixes: [], follows: ['inventory', 'alerts'], calls: [] } },
      'sales → alerts',
    ],
    [
      'less than a call',
      { ...list, alerts: { ...list.alerts, prefixes: [], follows: ['inventory'], calls: [] } },
      'alerts → analytics',
    ],
  ])('a list of services with %s is noticed', (_what, planted, edge) => {
    const planned = [...edgesOf(planted, deployables)].flatMap(([from, to]) =>
      to.map((each) => `${from} → ${each}`),
    )
    const difference = [
      ...planned.filter((each) => !ofCode.includes(each)),
      ...ofCode.filter((each) => !planned.includes(each)),
    ]
    expect(difference).toEqual([edge])
    expect(networkProblems(render('production'), planned).join('\n')).toContain(edge)
  })
})

import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { jsonParser } from '@mms/service-kit/config'
import { serviceListSchema } from '@mms/service-kit/service-list'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { findDeployables, readServices, root } from '../src/deployables.ts'
import { edgesOf, writeManifests } from '../src/manifests/manifests.ts'
import { allowedEdges, networkProblems } from './policy/network.ts'
import { podProblems } from './policy/pods.ts'
import { type Rendered, render, workloadsOf } from './policy/rendered.ts'
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

  test('names its settings by their content, so that a change rolls the pods', () => {
    const names = workloadsOf(documents).flatMap(({ containers }) =>
      containers.flatMap(({ envFrom = [] }) => envFrom.map(({ configMapRef }) => configMapRef?.name)),
    )
    expect([...new Set(names)]).toEqual([expect.stringMatching(/^suite-[a-z0-9]{10}$/)])
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

describe('with the optional components', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mms-components-'))
  const to = (path: string) => relative(realpathSync(folder), join(root, 'deploy/kubernetes', path))
  const components = globSync('components/{backup,gateway-api,monitoring}', {
    cwd: join(root, 'deploy/kubernetes'),
  })
  writeFileSync(
    join(folder, 'kustomization.yaml'),
    stringify({ resources: [to('overlays/production')], components: components.map(to) }),
  )
  const documents = render(folder)
  rmSync(folder, { recursive: true })
  const ofOthers = ({ apiVersion }: Rendered) => /monitoring\.coreos|gateway\.networking/.test(apiVersion)
  const kinds = documents.map(({ kind }) => kind)

  test('production keeps the policy and fits the schemas', () => {
    expect(problemsOf(documents)).toEqual([])
    expect(schemaProblems(documents.filter((each) => !ofOthers(each)))).toEqual([])
    expect(kinds).toEqual(expect.arrayContaining(['PrometheusRule', 'CronJob', 'HTTPRoute']))
    expect(kinds).not.toContain('Ingress')
  })

  test('the backup has the databases of all services', () => {
    const [backup] = workloadsOf(documents).filter(({ kind }) => kind === 'CronJob')
    const databases = backup?.containers[0]?.env?.[0]?.value?.split(' ')
    expect(databases?.toSorted()).toEqual(Object.keys(list).sort())
  })

  test('monitors find the ports of pods', () => {
    const monitors = documents.filter(({ kind }) => kind === 'ServiceMonitor') as unknown as {
      spec: { endpoints: { port?: string; targetPort?: string }[] }
    }[]
    const ports = workloadsOf(documents).flatMap(({ containers }) =>
      containers.flatMap((container) => container.ports ?? []),
    )
    for (const { port, targetPort } of monitors.flatMap(({ spec }) => spec.endpoints))
      expect(ports.map(({ name }) => name)).toContain(port ?? targetPort)
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

test('Docker Compose makes the key of a new service in an older volume, and leaves the others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mms-keys-'))
  const services = join(folder, 'services.json')
  const makeKeys = (...names: string[]) => {
    writeFileSync(services, JSON.stringify(Object.fromEntries(names.map((name) => [name, {}]))))
    const program = join(root, 'deploy/kubernetes/images/keys.js')
    const output = execFileSync(process.execPath, [program, folder, services], { encoding: 'utf8' })
    const read = (file: string) => readFileSync(join(folder, file), 'utf8')
    const callers = JSON.parse(read('service-callers.json')) as Record<string, { key: string }>
    return { output, callers, files: ['signing.pem', 'sales.pem', 'admin-password'].map(read) }
  }
  const before = makeKeys('identity', 'sales')
  const after = makeKeys('identity', 'sales', 'suppliers')
  expect([before.output, after.output]).toEqual([expect.stringContaining('first administrator'), ''])
  expect(after.files).toEqual(before.files)
  expect(after.callers).toEqual({ ...before.callers, suppliers: { key: expect.any(String), follows: [] } })
  expect(existsSync(join(folder, 'suppliers.pem'))).toBe(true)
  rmSync(folder, { recursive: true })
})

/** Names of the services for which this service has a URL setting. */
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
})

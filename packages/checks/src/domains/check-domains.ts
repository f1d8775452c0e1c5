import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type Listed = Record<string, { prefixes?: string[] }>

interface Area {
  name: string
  definition: { nav: { order: number }[]; routes: { path: string }[] }
  devPort: string
}

const shell: Area = {
  name: 'the shell',
  definition: {
    nav: [0, 1000, 1100, 1200].map((order) => ({ order })),
    routes: ['/', '/login', '/users', '/account', '/status'].map((path) => ({ path })),
  },
  devPort: '5100',
}

/** Recognises the access test of a service: the shared helper, or a test with this name. */
const ROLE_TABLE = /\btestAccess\(|the role table names every route/

/** Checks what other checks miss in a new domain: start, routes, owner, release, access tests and separation. */
export async function checkDomains(root: string): Promise<string[]> {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const namesIn = (pattern: string, at: number) =>
    globSync(pattern, { cwd: root }).map((file) => file.split('/')[at] as string)
  const listed = JSON.parse(read('deploy/services.json')) as Listed
  const owned = [...read('CODEOWNERS').matchAll(/^(\/\S+)\s+@\S+/gm)].map(([, path = '']) => path)
  const contracts = namesIn('packages/contracts/src/*', 3)

  const ownerless = (path: string) => {
    const isOwned = owned.some((pattern) => pattern.replace(/\/$/, '') === path)
    return isOwned ? [] : [`${path.slice(1)} has no owner of its own in CODEOWNERS`]
  }
  const serviceProblems = (name: string) => {
    const files = globSync(`services/${name}/{src,test}/**/*.ts`, { cwd: root })
    const isTest = (file: string) => /\.test\.ts$|\/test\//.test(file)
    const contract = `packages/contracts/src/${name}`
    return [
      ...unreachable(name, listed),
      ...files.filter((file) => !isTest(file)).flatMap((file) => untrusted(name, file, read(file), listed)),
      ...(contracts.includes(name) ? ownerless(`/${contract}`) : [`${name} has no contract in ${contract}`]),
      ...(files.filter(isTest).some((file) => ROLE_TABLE.test(read(file)))
        ? []
        : [`${name} has no role-table test: no test of it says with testAccess who may call each route`]),
      ...ownerless(`/services/${name}`),
    ]
  }
  const readArea = async (folder: string): Promise<Area> => ({
    name: folder.slice('mf-'.length),
    definition: (await import(pathToFileURL(join(root, folder, 'src/area.ts')).href)).area,
    devPort: /devPort:\s*(\d+)/.exec(read(`${folder}/rspack.config.ts`))?.[1] ?? 'none',
  })
  const areas = await Promise.all(namesIn('mf-*/rspack.config.ts', 0).sort().map(readArea))
  return [
    ...namesIn('services/*/package.json', 1).sort().flatMap(serviceProblems),
    ...areas.flatMap(({ name }) => ownerless(`/mf-${name}`)),
    ...doubles('the path', [shell, ...areas], ({ routes }) =>
      routes.map(({ path }) => path.replace(/:\w+/g, ':')),
    ),
    ...doubles('the navigation order', [shell, ...areas], ({ nav }) => nav.map(({ order }) => String(order))),
    ...doubles('the development port', [shell, ...areas], (_, { devPort }) => [devPort]),
  ]
}

function unreachable(name: string, listed: Listed): string[] {
  if (!listed[name])
    return [`services/${name} is not in deploy/services.json, so it is neither started nor routed`]
  return listed[name].prefixes?.length
    ? []
    : [`${name} has no prefix in deploy/services.json, so the gateway does not route it`]
}

/** Finds paths in a source file that the gateway would send to another service or to none. */
function untrusted(name: string, file: string, source: string, listed: Listed): string[] {
  const paths = [...source.matchAll(/['"`](\/api\/[\w/-]*)/g)].map(([, path = '']) => path.replace(/\/$/, ''))
  const grants = Object.entries(listed).flatMap(([owner, { prefixes = [] }]) =>
    prefixes.map((prefix) => ({ owner, prefix })),
  )
  const ownerOf = (path: string) =>
    grants
      .filter(({ prefix }) => `${path}/`.startsWith(`${prefix}/`))
      .sort((a, b) => b.prefix.length - a.prefix.length)[0]?.owner
  return paths
    .filter((path) => listed[name] && ownerOf(path) !== name)
    .map((path) => `${file} serves ${path}, which deploy/services.json does not trust ${name} with`)
}

function doubles(
  what: string,
  areas: Area[],
  valuesOf: (definition: Area['definition'], area: Area) => string[],
): string[] {
  const owners = new Map<string, string>()
  return areas.flatMap((area) =>
    valuesOf(area.definition, area).flatMap((value) => {
      const owner = owners.get(value)
      owners.set(value, owner ?? area.name)
      return owner === undefined ? [] : [`${owner} and ${area.name} both have ${what} ${value}`]
    }),
  )
}

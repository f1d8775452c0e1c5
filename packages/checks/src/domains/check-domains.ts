import { type AreaFolder, type Domains, readDomains, type ServiceFolder } from './read-domains.ts'

const shell = {
  paths: ['/', '/login', '/users', '/account', '/status'],
  orders: ['0', '1000', '1100', '1200'],
  port: '5100',
}
const ofShell = (values: string[]): string[][] => values.map((value) => [value, 'the shell'])

/**
 * Checks what a new domain can forget while other checks pass: start, routes, owner, publication, access tests
 * and separation.
 */
export async function checkDomains(root: string): Promise<string[]> {
  const domains = await readDomains(root)
  return [
    ...domains.services.flatMap((service) => [
      ...unreachable(service, domains),
      ...unpublished(service, domains),
      ...unprotected(service),
      ...ownerless(`/services/${service.name}/`, domains),
      ...contractWithoutOwner(service.name, domains),
    ]),
    ...domains.areas.flatMap(({ name }) => ownerless(`/mf-${name}/`, domains)),
    ...clashes(domains.areas),
  ]
}

function ownerOf(path: string, listed: Domains['listed']): string | undefined {
  const grants = Object.entries(listed).flatMap(([name, { prefixes = [] }]) =>
    prefixes.map((prefix) => ({ name, prefix })),
  )
  const fitting = grants.filter(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
  return fitting.sort((a, b) => b.prefix.length - a.prefix.length)[0]?.name
}

function unreachable({ name, paths }: ServiceFolder, { listed }: Domains): string[] {
  const entry = listed[name]
  if (!entry) return [`services/${name} is not in deploy/services.json, so it is neither started nor routed`]
  const unrouted = paths.filter(({ path }) => ownerOf(path.replace(/\/$/, ''), listed) !== name)
  return [
    ...((entry.prefixes ?? []).length === 0
      ? [`${name} has no prefix in deploy/services.json, so the gateway does not route it`]
      : []),
    ...unrouted.map(
      ({ path, file }) => `${file} serves ${path}, which deploy/services.json does not trust ${name} with`,
    ),
  ]
}

function unpublished({ name }: ServiceFolder, { contracts }: Domains): string[] {
  return contracts.includes(name)
    ? []
    : [`${name} has no contract: there is no packages/contracts/src/${name}`]
}

/** Either the shared helper or a test with this name. */
const ROLE_TABLE = /\btestAccess\(|the role table names every route/

/** A role table that no test reads protects nothing. */
function unprotected({ name, tests }: ServiceFolder): string[] {
  return ROLE_TABLE.test(tests)
    ? []
    : [`${name} has no role-table test: no test of it says with testAccess who may call each route`]
}

function ownerless(folder: string, { owned }: Pick<Domains, 'owned'>): string[] {
  return owned.includes(folder) ? [] : [`${folder.slice(1)} has no owner of its own in CODEOWNERS`]
}

function contractWithoutOwner(name: string, { owned, contracts }: Domains): string[] {
  return contracts.includes(name) ? ownerless(`/packages/contracts/src/${name}/`, { owned }) : []
}

/** `/suppliers/:id` and `/suppliers/:supplierId` are the same path. */
const patternOf = (path: string) => path.replace(/:\w+/g, ':')

function clashes(areas: AreaFolder[]): string[] {
  return [
    ...doubles('the path', [
      ...ofShell(shell.paths),
      ...areas.flatMap(({ name, definition }) =>
        definition.routes.map(({ path }) => [patternOf(path), name]),
      ),
    ]),
    ...doubles('the navigation order', [
      ...ofShell(shell.orders),
      ...areas.flatMap(({ name, definition }) => definition.nav.map(({ order }) => [String(order), name])),
    ]),
    ...doubles('the development port', [
      ...ofShell([shell.port]),
      ...areas.map(({ name, devPort }): [string, string] => [devPort ?? 'none', name]),
    ]),
  ]
}

function doubles(what: string, claims: string[][]): string[] {
  const owners = new Map<string, string>()
  return claims.flatMap(([value = '', name = '']) => {
    const owner = owners.get(value)
    owners.set(value, owner ?? name)
    return owner === undefined ? [] : [`${owner} and ${name} both have ${what} ${value}`]
  })
}

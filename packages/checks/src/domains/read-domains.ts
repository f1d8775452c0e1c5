import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface ServiceFolder {
  name: string
  paths: { path: string; file: string }[]
  tests: string
}

export interface AreaFolder {
  name: string
  definition: { nav: { order: number }[]; routes: { path: string }[] }
  devPort: string | undefined
}

export interface Domains {
  services: ServiceFolder[]
  areas: AreaFolder[]
  listed: Record<string, { prefixes?: string[] }>
  owned: string[]
  contracts: string[]
}

const namesOf = (root: string, pattern: string, at: number) =>
  globSync(pattern, { cwd: root })
    .map((file) => file.split('/')[at] ?? '')
    .sort()

function readService(root: string, name: string): ServiceFolder {
  const files = globSync(`services/${name}/{src,test}/**/*.ts`, { cwd: root })
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const isTest = (file: string) => file.endsWith('.test.ts') || file.startsWith(`services/${name}/test/`)
  const sources = files.filter((file) => !isTest(file))
  return {
    name,
    paths: sources.flatMap((file) =>
      [...read(file).matchAll(/['"`](\/api\/[\w/-]*)/g)].map(([, path = '']) => ({ path, file })),
    ),
    tests: files.filter(isTest).map(read).join('\n'),
  }
}

async function readArea(root: string, name: string): Promise<AreaFolder> {
  const folder = join(root, `mf-${name}`)
  const config = readFileSync(join(folder, 'rspack.config.ts'), 'utf8')
  const { area } = (await import(pathToFileURL(join(folder, 'src/area.ts')).href)) as {
    area: AreaFolder['definition']
  }
  return {
    name,
    definition: area,
    devPort: /devPort:\s*(\d+)/.exec(config)?.[1],
  }
}

function readOwned(root: string): string[] {
  const file = join(root, 'CODEOWNERS')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return lines.flatMap((line) => /^(\/\S+)\s+@\S+/.exec(line)?.[1] ?? [])
}

export async function readDomains(root: string): Promise<Domains> {
  const areas = namesOf(root, 'mf-*/rspack.config.ts', 0).map((folder) => folder.slice('mf-'.length))
  return {
    services: namesOf(root, 'services/*/package.json', 1).map((name) => readService(root, name)),
    areas: await Promise.all(areas.map((name) => readArea(root, name))),
    listed: JSON.parse(readFileSync(join(root, 'deploy/services.json'), 'utf8')),
    owned: readOwned(root),
    contracts: namesOf(root, 'packages/contracts/src/*', 3),
  }
}

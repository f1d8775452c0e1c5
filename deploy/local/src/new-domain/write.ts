import { appendFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Names, rename } from './names.ts'

const template = join(import.meta.dirname, '../../template')

/** Versions that the workspaces have of what they depend on, so that the suite has one of each. */
function versionsOf(root: string): Record<string, string> {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const files: string[] = globSync(
    workspaces.map((folder: string) => `${folder}/package.json`),
    { cwd: root },
  )
  const packages = files.map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')))
  return Object.assign(
    {},
    ...packages.map(({ dependencies, devDependencies }) => ({ ...devDependencies, ...dependencies })),
  )
}

const pinned = (text: string, versions: Record<string, string>): string =>
  text.replace(/"([^"]+)": "\*"/g, (line, name: string) =>
    versions[name] ? `"${name}": "${versions[name]}"` : line,
  )

/** Writes the files of the domain itself, and returns their paths. */
export function writeDomain(root: string, names: Names): string[] {
  const versions = versionsOf(root)
  return globSync('**/*.txt', { cwd: template }).map((file) => {
    const path = rename(file.replace(/\.txt$/, ''), names)
    const text = rename(readFileSync(join(template, file), 'utf8'), names)
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), path.endsWith('package.json') ? pinned(text, versions) : text)
    return path
  })
}

function insert(root: string, file: string, lines: string, before: RegExp): void {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  const at = text.search(before)
  if (at < 0) throw new Error(`${file} has no place for a new domain: ${before}`)
  writeFileSync(path, text.slice(0, at) + lines + text.slice(at))
}

/** Enters the domain where the suite lists what it has, and returns the files it changed. */
export function enterDomain(root: string, names: Names): string[] {
  const own = (text: string) => rename(text, names)
  const owner = (path: string) => own(`${path.padEnd(35)} @medicine-management/team-suppliers\n`)
  const owned = ['/mf-suppliers/', '/services/suppliers/', '/packages/contracts/src/suppliers*']
  appendFileSync(
    join(root, 'CODEOWNERS'),
    own(`\n# Suppliers\n${owned.map((path) => owner(own(path))).join('')}`),
  )
  appendFileSync(join(root, 'packages/contracts/src/index.ts'), own("export * from './suppliers.ts'\n"))
  insert(
    root,
    'deploy/services.json',
    own('  "suppliers": { "prefixes": ["/api/suppliers"] },\n'),
    /^ {2}"identity"/m,
  )
  insert(
    root,
    'README.md',
    own('| `mf-suppliers` | area: suppliers | team-suppliers |\n'),
    /^\| `gateway` \|/m,
  )
  insert(
    root,
    'README.md',
    own('| `services/suppliers` | suppliers | team-suppliers |\n'),
    /^\| `packages\/contracts` \|/m,
  )
  insert(
    root,
    'e2e/suite/pages.ts',
    own("  { path: '/suppliers', heading: 'Suppliers' },\n"),
    /^ {2}\{ path: '\/users'/m,
  )
  return [
    'CODEOWNERS',
    'README.md',
    'deploy/services.json',
    'e2e/suite/pages.ts',
    'packages/contracts/src/index.ts',
  ]
}

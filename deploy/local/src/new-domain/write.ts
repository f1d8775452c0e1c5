import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from '@mms/service-kit/config'
import { type DomainNames, replaceNames } from './names.ts'

const templates = join(import.meta.dirname, '../..')

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

type Files = Map<string, string>

/** Files of the domain. If it follows inventory, some replace those of the basic template, and some are added. */
function ownFiles(root: string, names: DomainNames, follows: boolean): Files {
  const versions = versionsOf(root)
  const folders = ['template', ...(follows ? ['template-following'] : [])]
  const entries = folders.flatMap((folder) =>
    globSync('**/*.txt', { cwd: join(templates, folder) }).map((file): [string, string] => {
      const path = replaceNames(file.replace(/\.txt$/, ''), names)
      const text = replaceNames(readFileSync(join(templates, folder, file), 'utf8'), names)
      return [path, path.endsWith('package.json') ? pinned(text, versions) : text]
    }),
  )
  return new Map(entries)
}

const entries: [file: string, lines: string, before?: RegExp][] = [
  [
    'CODEOWNERS',
    `\n# Suppliers\n${[
      '/mf-suppliers/',
      '/services/suppliers/',
      '/packages/contracts/src/suppliers/',
      '/deploy/kubernetes/**/suppliers*',
    ]
      .map((path) => `${path.padEnd(35)} @medicine-management/team-suppliers\n`)
      .join('')}`,
  ],
  ['packages/contracts/src/index.ts', "export * from './suppliers/suppliers.ts'\n"],
  ['deploy/kubernetes/components/backup/backup.yaml', 'suppliers ', /identity inventory/],
  [
    'deploy/kubernetes/base/areas/areas.json',
    '  "suppliers": "http://mf-suppliers:8080",\n',
    /^ {2}"alerts"/m,
  ],
  ...['staging', 'production'].map((cluster): [string, string, RegExp] => [
    `deploy/kubernetes/overlays/${cluster}/kustomization.yaml`,
    '  - mf-suppliers\n  - suppliers\n',
    /^patches:/m,
  ]),
  [
    'deploy/kubernetes/overlays/local/kustomization.yaml',
    '  - ../../base/mf-suppliers\n  - ../../base/suppliers\n',
    /^images:/m,
  ],
  [
    'deploy/kubernetes/overlays/local/kustomization.yaml',
    ['mf-suppliers', 'suppliers']
      .map((name) => `  - { name: mms/${name}, newName: localhost/mms/${name}, newTag: local }\n`)
      .join(''),
    /^patches:/m,
  ],
  ['README.md', '| `mf-suppliers` | area: suppliers | team-suppliers |\n', /^\| `gateway` \|/m],
  ['README.md', '| `services/suppliers` | suppliers | team-suppliers |\n', /^\| `packages\/contracts` \|/m],
]

const image = (kind: string, name: string) =>
  `    build: { context: ., dockerfile: deploy/kubernetes/images/${kind}.Dockerfile, args: { NAME: ${name} } }\n`

const compose: typeof entries = [
  [
    'compose.yaml',
    `  suppliers:
    <<: *service
${image('server', 'suppliers')}    environment:
      <<: *settings
      DATABASE_URL: mysql://root:only-on-this-laptop@mysql:3306/suppliers
      SERVICE_KEY_FILE: /keys/suppliers.pem

`,
    /^ {2}mf-inventory:/m,
  ],
  [
    'compose.yaml',
    `  mf-suppliers:\n    <<: *server\n${image('front-end', 'mf-suppliers')}`,
    /^ {2}mf-inventory:/m,
  ],
  [
    'compose.yaml',
    '      create database if not exists suppliers character set utf8mb4;\n',
    /^ {6}create database if not exists identity/m,
  ],
  [
    'compose.yaml',
    '        "suppliers": { "url": "http://suppliers:8080", "prefixes": ["/api/suppliers"] },\n',
    /^ {8}"identity"/m,
  ],
  ['compose.yaml', '        "suppliers": "http://mf-suppliers:8080",\n', /^ {8}"inventory": "http/m],
]

const routed = (follows: boolean): (typeof entries)[number] => [
  'deploy/services.json',
  `  "suppliers": { "prefixes": ["/api/suppliers"]${follows ? ', "follows": ["inventory"]' : ''} },\n`,
  /^ {2}"identity"/m,
]

function listsWith(root: string, names: DomainNames, follows: boolean): Files {
  const files: Files = new Map()
  for (const [file, lines, before] of [...entries, routed(follows), ...compose]) {
    const text = files.get(file) ?? readFileSync(join(root, file), 'utf8')
    const at = before ? text.search(before) : text.length
    if (at < 0) throw new StartupError(`${file} has no place for a new domain: ${before}.`)
    files.set(file, text.slice(0, at) + replaceNames(lines, names) + text.slice(at))
  }
  return files
}

/** Throws if there are uncommitted changes, which would mix with the generated ones. */
function assertUnchanged(root: string, files: string[]): void {
  const { stdout } = spawnSync('git', ['status', '--porcelain', '--', ...files], {
    cwd: root,
    encoding: 'utf8',
  })
  const [changed] = (stdout ?? '').split('\n')
  if (changed) throw new StartupError(`Commit ${changed.slice(3)} first: this command writes into it.`)
}

/** Writes the domain and registers it in the suite's lists. Returns the paths written. */
export function writeDomain(root: string, names: DomainNames, follows: boolean): string[] {
  const lists = listsWith(root, names, follows)
  assertUnchanged(root, [...lists.keys()])
  const files = [...ownFiles(root, names, follows), ...lists]
  for (const [file, text] of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return files.map(([file]) => file).sort()
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../deployables.ts'

/** The parts of a CycloneDX bill of materials that are read here. */
interface Component {
  name: string
  version: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
}

const readTexts = (folder: string) =>
  readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())

export function licencesOf(bill: string): string {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const installed = Object.entries<{ version?: string }>(lock.packages)
  const { components } = JSON.parse(bill) as { components: Component[] }
  const texts = components.flatMap(({ name, version, licenses = [] }) => {
    const isIt = ([at, entry]: (typeof installed)[number]) =>
      at.endsWith(`node_modules/${name}`) && entry.version === version
    const [path = ''] = installed.find(isIt) ?? []
    if (path === '' || !existsSync(join(root, path))) return []
    const ids = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name)
    return [[`${name} ${version} (${ids.join(', ')})`, ...readTexts(join(root, path))].join('\n\n')]
  })
  return texts.join(`\n\n${'-'.repeat(80)}\n\n`)
}

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findWorkspaces } from '../workspaces.ts'

const MAX_LINES = 60
/** Required headings, or bold paragraph starts, of services and areas. */
const readmeParts = ['Purpose', 'Owner', 'Run', 'Routes', 'Data', 'Depends on', 'When it breaks']
const adrParts = ['## Context', '## Decision', '## Consequences', '## Enforced by']

export function checkShape(root: string): string[] {
  const readmes = findWorkspaces(root).map(({ folder }) => `${folder}/README.md`)
  const decisions = globSync('docs/adr/*.md', { cwd: root }).sort()
  return [
    ...readmes.flatMap((file) =>
      existsSync(join(root, file))
        ? [...tooLong(root, file), ...missingReadmeParts(root, file)]
        : [`there is no ${file}`],
    ),
    ...decisions.flatMap((file) => [...tooLong(root, file), ...missingParts(root, file)]),
  ]
}

const linesOf = (root: string, file: string) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n')

function tooLong(root: string, file: string): string[] {
  const { length } = linesOf(root, file)
  return length > MAX_LINES ? [`${file} has ${length} lines, more than ${MAX_LINES}`] : []
}

function missingReadmeParts(root: string, file: string): string[] {
  if (!/^(services\/|mf-)/.test(file)) return []
  const text = readFileSync(join(root, file), 'utf8')
  const missing = readmeParts.filter((part) => !new RegExp(`^(## |- )?(\\*\\*)?${part}\\b`, 'm').test(text))
  return missing.length === 0 ? [] : [`${file} does not say: ${missing.join(', ')}`]
}

function missingParts(root: string, file: string): string[] {
  const found = linesOf(root, file).filter((line) => line.startsWith('## '))
  return found.join() === adrParts.join() ? [] : [`${file} must have the parts ${adrParts.join(', ')}`]
}

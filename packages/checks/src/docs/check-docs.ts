import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { findWorkspaces } from '../workspaces.ts'

const npmCommand = /\bnpm (?:run |(?=test\b|start\b))([a-z][\w:.-]*)(?:.*?\s(?:-w|--workspace)[ =](\S+))?/g
const codeSpan = /(?<!`)`([^`\n]+)`(?!`)/g
const link = /\]\(([^)\s]+)\)/g

const generated = /(^|\/)(dist|node_modules|\.data|\.cache|test-results|playwright-report)(\/|$)/

/** Checks that every command and path mentioned in documentation exists. */
export function checkDocs(root: string): string[] {
  const documents = globSync('**/*.md', { cwd: root, exclude: (path) => generated.test(path) })
  const paths = globSync('**/*.{ts,tsx}', { cwd: root, exclude: (path) => generated.test(path) })
  const sources = new Set(paths.map((path) => basename(path)))
  return documents.sort().flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8')
    return [
      ...unknownCommands(root, text),
      ...missingPaths(root, document, text),
      ...missingSources(sources, text),
      ...unknownReleases(root, text),
    ].map((problem) => `${document}: ${problem}`)
  })
}

function scriptsOf(root: string, folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    scripts?: Record<string, string>
  }
  return Object.keys(manifest.scripts ?? {})
}

function unknownCommands(root: string, text: string): string[] {
  const workspaces = findWorkspaces(root)
  return [...text.matchAll(npmCommand)].flatMap(([command, script = '', wanted]) => {
    const name = wanted?.replace(/[`.,;)]+$/, '')
    const workspace = workspaces.find((each) => each.name === name || each.folder === name)
    if (name !== undefined && workspace === undefined) return [`"${command}": there is no workspace ${name}`]
    const scripts = scriptsOf(root, workspace?.folder ?? '.')
    return scripts.includes(script.replace(/[.:]+$/, '')) ? [] : [`"${command}": there is no such script`]
  })
}

function missingPaths(root: string, document: string, text: string): string[] {
  const top = readdirSync(root)
  const spans = [...text.matchAll(codeSpan)].map((match) => match[1] ?? '')
  const named = spans.filter((span) => /^[\w./*-]+$/.test(span) && namesPath(span, top))
  const links = [...text.matchAll(link)].map((match) => (match[1] ?? '').replace(/#.*$/, ''))
  const local = links.filter((target) => target !== '' && !/^[a-z]+:/.test(target))
  return [...new Set([...named, ...local])]
    .filter((path) => !generated.test(path) && !isThere(root, document, path))
    .map((path) => `there is no ${path}`)
}

/** Finds mentioned source files without a folder, such as `outbox.ts`, that do not exist. */
function missingSources(sources: ReadonlySet<string>, text: string): string[] {
  const named = [...text.matchAll(codeSpan)].map((match) => match[1] ?? '')
  const bare = named.filter((span) => /^[\w-][\w.-]*\.tsx?$/.test(span))
  return [...new Set(bare)].filter((file) => !sources.has(file)).map((file) => `there is no ${file}`)
}

/** True if a code span begins like a path: with an entry of the root folder, `./` or `../`. */
function namesPath(span: string, top: string[]): boolean {
  const [first = '', ...rest] = span.split('/')
  return first === '.' || first === '..' || (rest.length > 0 && top.includes(first))
}

function isThere(root: string, document: string, path: string): boolean {
  return [root, join(root, dirname(document))].some((from) =>
    path.includes('*') ? globSync(path, { cwd: from }).length > 0 : existsSync(join(from, path)),
  )
}

const MAX_LINES = 60
/** Required headings, or bold beginnings of paragraphs, in READMEs of services and areas. */
const readmeParts = ['Purpose', 'Owner', 'Run', 'Routes', 'Data', 'Depends on', 'When it breaks']
const adrParts = ['## Context', '## Decision', '## Consequences', '## Enforced by']

export function checkHeadings(root: string): string[] {
  const readmes = findWorkspaces(root).map(({ folder }) => `${folder}/README.md`)
  const records = globSync('docs/adr/*.md', { cwd: root }).sort()
  return [...readmes, ...records].flatMap((file) =>
    existsSync(join(root, file)) ? wrongShape(root, file) : [`there is no ${file}`],
  )
}

function wrongShape(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').trimEnd()
  const lines = text.split('\n')
  const problems =
    lines.length > MAX_LINES ? [`${file} has ${lines.length} lines, more than ${MAX_LINES}`] : []
  const isRecord = file.startsWith('docs/adr/')
  if (isRecord && lines.filter((line) => line.startsWith('## ')).join() !== adrParts.join())
    problems.push(`${file} must have the parts ${adrParts.join(', ')}`)
  if (!/^(services\/|mf-)/.test(file)) return problems
  const missing = readmeParts.filter((part) => !new RegExp(`^(## |- )?(\\*\\*)?${part}\\b`, 'm').test(text))
  return [...problems, ...missing.map((part) => `${file} does not say: ${part}`)]
}

/** Finds mentioned releases that the change log does not list as released. */
function unknownReleases(root: string, text: string): string[] {
  const log = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const isOut = (version: string) =>
    log.includes(`## ${version}\n`) && !log.includes(`## ${version}\n\nNot released yet`)
  return [...text.matchAll(/--branch v(\d+\.\d+\.\d+)/g)].flatMap(([, version = '']) =>
    isOut(version) ? [] : [`there is no release ${version} to clone`],
  )
}

import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { findWorkspaces } from '../workspaces.ts'

const npmCommand = /\bnpm (?:run |(?=test\b|start\b))([a-z][\w:.-]*)(?:.*?\s(?:-w|--workspace)[ =](\S+))?/g
const codeSpan = /(?<!`)`([^`\n]+)`(?!`)/g
const link = /\]\(([^)\s]+)\)/g

const generated = /(^|\/)(dist|node_modules|\.data|\.cache|test-results|playwright-report)(\/|$)/

/** Checks that every command and path in a document exists. */
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

/** Finds source files named without a folder, such as `outbox.ts`, that no longer exist. */
function missingSources(sources: ReadonlySet<string>, text: string): string[] {
  const named = [...text.matchAll(codeSpan)].map((match) => match[1] ?? '')
  const bare = named.filter((span) => /^[\w-][\w.-]*\.tsx?$/.test(span))
  return [...new Set(bare)].filter((file) => !sources.has(file)).map((file) => `there is no ${file}`)
}

/** A code span is a path if it starts with an entry of the root, `./` or `../`. */
function namesPath(span: string, top: string[]): boolean {
  const [first = '', ...rest] = span.split('/')
  return first === '.' || first === '..' || (rest.length > 0 && top.includes(first))
}

function isThere(root: string, document: string, path: string): boolean {
  return [root, join(root, dirname(document))].some((from) =>
    path.includes('*') ? globSync(path, { cwd: from }).length > 0 : existsSync(join(from, path)),
  )
}

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { root } from '../workspaces.ts'

interface Setting {
  name: string
  meaning: string
  /** Default value, or `required`. */
  standard: string
}

interface Source {
  title: string
  file: string
  exported: string
}

interface SettingsOf extends Source {
  settings: Setting[]
  shared: string[]
  problems: string[]
}

type Shape = Record<string, z.ZodType>

function shapeOf(schema: z.ZodType | Shape): Shape {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in as z.ZodType)
  return (schema instanceof z.ZodObject ? schema.shape : schema) as Shape
}

function defaultOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodDefault) return schema.def.defaultValue
  if (schema instanceof z.ZodPipe) return defaultOf(schema.in as z.ZodType)
  return undefined
}

function standardOf(schema: z.ZodType): string {
  const { standard } = (schema.meta() ?? {}) as { standard?: string }
  const value = standard ?? defaultOf(schema)
  if (value !== undefined && value !== '') return standard ?? `\`${value}\``
  return schema.safeParse(undefined).success ? 'none' : 'required'
}

function readComments(source: string): Map<string, string> {
  const found = source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*([A-Z][A-Z_]+)[:,]/g)
  const oneLine = (comment: string) =>
    comment
      .replace(/\n\s*\*/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  return new Map([...found].map(([, comment = '', name = '']) => [name, oneLine(comment)]))
}

/**
 * Reads a program's settings: names and defaults from the schema, descriptions from the comments above them.
 * @param common settings listed elsewhere; left out here if their schema is the same
 */
async function readDeclared(root: string, source: Source, common: Shape = {}): Promise<SettingsOf> {
  const path = join(root, source.file)
  const declared = ((await import(path)) as Record<string, z.ZodType | Shape>)[source.exported]
  const comments = readComments(readFileSync(path, 'utf8'))
  const all = Object.entries(shapeOf(declared ?? {}))
  const own = all.filter(([name, schema]) => common[name] !== schema)
  return {
    ...source,
    settings: own.map(([name, schema]) => ({
      name,
      meaning: comments.get(name) ?? '',
      standard: standardOf(schema),
    })),
    shared: all.filter((entry) => !own.includes(entry)).map(([name]) => name),
    problems: own
      .filter(([name]) => !comments.has(name))
      .map(([name]) => `${source.file}: say in a comment above ${name} what it means`),
  }
}

const listFile = 'docs/settings.md'

const head = `# Settings

<!-- Made by \`npm run settings\` from the programs' config.ts; do not edit. -->

Every setting is an environment variable. \`<NAME>_FILE\` names a file with its value, such as a mounted secret. A
process gets only the settings it declares, and does not start with a wrong one. \`npm start\` and the Kubernetes
manifests give the *required* settings. How to replace keys: [keys](keys.md).
`

const common = {
  title: 'Every service',
  file: 'packages/service-kit/src/config/config.ts',
  exported: 'serviceSettings',
}
const outbound = {
  title: 'Services that call other programs',
  file: 'packages/service-kit/src/outbound/settings.ts',
  exported: 'outboundSettings',
}
const bucket = {
  title: 'Commands that write to a bucket',
  file: 'packages/service-kit/src/outbound/bucket.ts',
  exported: 'bucketSettings',
}
const groups = [common, outbound, bucket]
const others = [
  { title: 'The gateway', file: 'gateway/src/config.ts', exported: 'settings' },
  { title: 'The server of an area’s files', file: 'gateway/src/config.ts', exported: 'filesSettings' },
  { title: '`npm run area`', file: 'gateway/src/area-command/config.ts', exported: 'settings' },
  { title: 'The suite on one machine', file: 'deploy/local/src/config.ts', exported: 'settings' },
]

async function readAll(root: string): Promise<SettingsOf[]> {
  const shapes = await Promise.all(
    groups.map(async ({ file, exported }) => (await import(join(root, file)))[exported]),
  )
  const shared = Object.assign({}, ...shapes)
  const services = globSync('services/*/src/config.ts', { cwd: root })
    .sort()
    .map((file) => ({ title: basename(dirname(dirname(file))), file, exported: 'settings' }))
  const own = [...services, ...others].map((source) => readDeclared(root, source, shared))
  return Promise.all([...groups.map((group) => readDeclared(root, group)), ...own])
}

const codes = (names: string[]) => names.map((name) => `\`${name}\``).join(', ')

function section({ title, file, settings, shared }: SettingsOf): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const rows = settings.map(
    ({ name, standard, meaning }) => `| \`${name}\` | ${cell(standard)} | ${cell(meaning)} |`,
  )
  const isService = file.startsWith('services/')
  const also = isService || shared.length === 0 ? '' : ` Of those above it has ${codes(shared)}.`
  const head = [`## ${title}`, '', `Declared in \`${file}\`.${also}`, '']
  return [...head, '| Setting | Default | |', '|---|---|---|', ...rows, ''].join('\n')
}

async function writeSettings(root: string): Promise<string> {
  const all = (await readAll(root)).filter(({ settings }) => settings.length > 0)
  return [head, ...all.map(section)].join('\n')
}

export async function checkSettings(root: string): Promise<string[]> {
  const problems = (await readAll(root)).flatMap((each) => each.problems)
  const isSame = readFileSync(join(root, listFile), 'utf8') === (await writeSettings(root))
  return isSame ? problems : [...problems, `${listFile} is not that of the code: npm run settings`]
}

if (import.meta.main) writeFileSync(join(root, listFile), await writeSettings(root))

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { root } from '../workspaces.ts'

interface Source {
  title: string
  file: string
  exported: string
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
 * Describes a program's settings: names and defaults from the schema, meanings from the comments above them.
 * @param common settings listed elsewhere; left out here if their schema is the same
 */
async function describe(root: string, { title, file, exported }: Source, common: Shape = {}) {
  const path = join(root, file)
  const declared = ((await import(path)) as Record<string, z.ZodType | Shape>)[exported]
  const comments = readComments(readFileSync(path, 'utf8'))
  const all = Object.entries(shapeOf(declared ?? {}))
  const own = all.filter(([name, schema]) => common[name] !== schema)
  const shared = all.filter((entry) => !own.includes(entry)).map(([name]) => `\`${name}\``)
  const isService = file.startsWith('services/')
  const also = isService || shared.length === 0 ? '' : ` Of those above it has ${shared.join(', ')}.`
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const rows = own.map(
    ([name, schema]) => `| \`${name}\` | ${cell(standardOf(schema))} | ${cell(comments.get(name) ?? '')} |`,
  )
  const lines = [`## ${title}`, '', `Declared in \`${file}\`.${also}`, '']
  return {
    section: [...lines, '| Setting | Default | |', '|---|---|---|', ...rows, ''].join('\n'),
    isEmpty: rows.length === 0,
    problems: own
      .filter(([name]) => !comments.has(name))
      .map(([name]) => `${file}: say in a comment above ${name} what it means`),
  }
}

const listFile = 'docs/settings.md'

const head = `# Settings

<!-- Made by \`npm run settings\` from the programs' config.ts; do not edit. -->

Every setting is an environment variable. \`<NAME>_FILE\` names a file with its value, such as a mounted secret. A
process gets only the settings it declares, and does not start with a wrong one. \`npm start\` and the Kubernetes
manifests give the *required* settings. How to replace keys: [keys](keys.md).
`

const groups: Source[] = [
  {
    title: 'Every service',
    file: 'packages/service-kit/src/config/config.ts',
    exported: 'serviceSettings',
  },
  {
    title: 'Services that call other programs',
    file: 'packages/service-kit/src/outbound/settings.ts',
    exported: 'outboundSettings',
  },
  {
    title: 'Commands that write to a bucket',
    file: 'packages/service-kit/src/outbound/bucket.ts',
    exported: 'bucketSettings',
  },
]
const others = [
  { title: 'The gateway', file: 'gateway/src/config.ts', exported: 'settings' },
  { title: 'The server of an area’s files', file: 'gateway/src/config.ts', exported: 'filesSettings' },
  { title: '`npm run area`', file: 'gateway/src/area-command/config.ts', exported: 'settings' },
  { title: 'The suite on one machine', file: 'deploy/local/src/config.ts', exported: 'settings' },
]

async function describeAll(root: string) {
  const shapes = await Promise.all(
    groups.map(async ({ file, exported }) => (await import(join(root, file)))[exported]),
  )
  const shared = Object.assign({}, ...shapes)
  const services = globSync('services/*/src/config.ts', { cwd: root })
    .sort()
    .map((file) => ({ title: basename(dirname(dirname(file))), file, exported: 'settings' }))
  const own = [...services, ...others].map((source) => describe(root, source, shared))
  const all = await Promise.all([...groups.map((group) => describe(root, group)), ...own])
  const sections = all.filter(({ isEmpty }) => !isEmpty).map(({ section }) => section)
  return { page: [head, ...sections].join('\n'), problems: all.flatMap(({ problems }) => problems) }
}

export async function checkSettings(root: string): Promise<string[]> {
  const { page, problems } = await describeAll(root)
  const isSame = readFileSync(join(root, listFile), 'utf8') === page
  return isSame ? problems : [...problems, `${listFile} is not that of the code: npm run settings`]
}

if (import.meta.main) writeFileSync(join(root, listFile), (await describeAll(root)).page)

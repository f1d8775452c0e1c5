import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

export interface Setting {
  name: string
  meaning: string
  /** The default; `required` without one. */
  standard: string
}

interface Source {
  title: string
  file: string
  exported: string
}

export interface SettingsOf extends Source {
  settings: Setting[]
  shared: string[]
  problems: string[]
}

type Shape = Record<string, z.ZodType>

function shapeOf(schema: z.ZodType | Shape): Shape {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in as z.ZodType)
  return (schema instanceof z.ZodObject ? schema.shape : schema) as Shape
}

/** The schema's default, before transformation. */
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
 * The settings that a program declares: names and defaults from its schema, meanings from the comments above them.
 *
 * @param common settings that are listed elsewhere, left out here when the schema is the same
 */
export async function readDeclared(root: string, source: Source, common: Shape = {}): Promise<SettingsOf> {
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

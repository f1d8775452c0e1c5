import { type Contract, type Json, load, type Paths } from './contract.ts'

const isSet = (key: string, value: unknown): value is unknown[] =>
  ['required', 'enum', 'x-callers'].includes(key) && Array.isArray(value)

/** What a schema says twice, and that an answer has no more fields: its readers ignore what they do not know. */
function isNoise(schema: object, key: string, value: unknown, isAnswer: boolean): boolean {
  return (
    (key === 'pattern' && 'format' in schema) ||
    (key === 'parameters' && Array.isArray(value) && value.length === 0) ||
    (key === 'additionalProperties' && isAnswer && value === false)
  )
}

/** Sorted, so that order is no difference. */
function tidy(value: unknown, isAnswer = false): unknown {
  if (Array.isArray(value)) return value.map((each) => tidy(each, isAnswer))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key, each]) => !isNoise(value, key, each, isAnswer))
  return Object.fromEntries(
    entries
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [
        key,
        isSet(key, each) ? each.toSorted() : tidy(each, isAnswer || key === 'responses'),
      ]),
  )
}

/** The JSON schema of a zod schema, as OpenAPI has it. */
export async function jsonSchemas(root: string) {
  const { z } = await load(root, 'node_modules/zod/index.js')
  return (schema: unknown, io: 'input' | 'output'): Json => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
    return rest
  }
}

/** A shorter schema stands where it is used. */
const LEAST = 80

/** The schemas that the contracts give a name to: by their text. */
export async function namedSchemas(root: string): Promise<Map<string, string>> {
  const toJson = await jsonSchemas(root)
  const exported = Object.entries(await load(root, 'packages/contracts/src/index.ts'))
  const schemas = exported.filter(([name, value]) => name.endsWith('Schema') && (value as Json)._zod)
  const texts = new Map<string, string>()
  const taken = new Set<string>()
  for (const [exportName, schema] of schemas.sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const io of ['output', 'input'] as const) {
      const text = JSON.stringify(tidy(toJson(schema, io), io === 'output'))
      const base = exportName.slice(0, -'Schema'.length)
      const name = taken.has(base) ? `${base}-${io}` : base
      if (text.length < LEAST || texts.has(text)) continue
      taken.add(name)
      texts.set(text, name)
    }
  }
  return texts
}

/** Paths whose order is fixed and whose named schemas stand apart, each once. */
export function toDocument(paths: Paths, names: Map<string, string>): Pick<Contract, 'paths' | 'components'> {
  const schemas: Record<string, Json> = {}
  const children = (value: object) =>
    Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hoist(each)]))
  function hoist(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(hoist)
    if (typeof value !== 'object' || value === null) return value
    const name = names.get(JSON.stringify(value))
    if (name === undefined) return children(value)
    schemas[name] ??= children(value)
    return { $ref: `#/components/schemas/${name}` }
  }
  const hoisted = hoist(tidy(paths)) as Paths
  return { paths: hoisted, components: { schemas: tidy(schemas) as Record<string, Json> } }
}

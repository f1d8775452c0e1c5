type Json = Record<string, unknown>

const TEXTS = ['Text', '50', '5', '2026-11']
const FORMATS: Readonly<Record<string, string>> = {
  uuid: '0199d7a0-1b2c-7000-8000-0a1b2c3d4e5f',
  date: '2026-11-20',
  'date-time': '2026-11-20T09:30:00.000Z',
  email: 'asha@pharmacy.example',
  uri: 'https://pharmacy.example',
}

function text({
  format,
  pattern,
  minLength = 0,
  maxLength = Number.POSITIVE_INFINITY,
}: Json): string | undefined {
  if (typeof format === 'string' && FORMATS[format]) return FORMATS[format]
  const shape = new RegExp((pattern as string | undefined) ?? '', 'u')
  return TEXTS.map((each) => each.padEnd(minLength as number, '.').slice(0, maxLength as number)).find(
    (each) => shape.test(each),
  )
}

function number({ minimum, exclusiveMinimum, maximum, type }: Json): number {
  const least = Number(minimum ?? (exclusiveMinimum === undefined ? 0 : Number(exclusiveMinimum) + 1))
  const value = Math.min(Math.max(1, least), Number(maximum ?? Number.POSITIVE_INFINITY))
  return type === 'integer' ? Math.ceil(value) : value
}

function list({ prefixItems, items, minItems = 0, maxItems = 1 }: Json): unknown[] {
  if (Array.isArray(prefixItems)) return prefixItems.map(exampleOf)
  const count = Math.max(Number(minItems), Math.min(1, Number(maxItems)))
  return Array.from({ length: count }, () => exampleOf((items ?? {}) as Json))
}

function object({ properties = {}, required = [], additionalProperties }: Json): Json {
  const fields = properties as Record<string, Json>
  const isShown = (name: string) =>
    (required as string[]).includes(name) || fields[name]?.examples !== undefined
  const others = (required as string[]).filter((name) => !(name in fields))
  return Object.fromEntries([
    ...Object.keys(fields)
      .filter(isShown)
      .map((name) => [name, exampleOf(fields[name] as Json)]),
    ...others.map((name) => [name, exampleOf((additionalProperties ?? {}) as Json)]),
  ])
}

/**
 * A value that fits a JSON Schema: its own example (zod's `meta({ examples })`), else the simplest.
 *
 * @example exampleOf({ type: 'array', items: { type: 'integer', minimum: 3 } }) // [3]
 */
export function exampleOf(schema: Json): unknown {
  const { examples, anyOf, oneOf, allOf, type } = schema
  if (Array.isArray(examples)) return examples[0]
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const choices = (anyOf ?? oneOf) as Json[] | undefined
  if (choices) return exampleOf(choices[0] as Json)
  if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map(exampleOf))
  const only = Array.isArray(type) ? type[0] : type
  if (only === 'object') return object(schema)
  if (only === 'array') return list(schema)
  if (only === 'integer' || only === 'number') return number({ ...schema, type: only })
  if (only === 'boolean') return false
  return only === 'string' ? text(schema) : null
}

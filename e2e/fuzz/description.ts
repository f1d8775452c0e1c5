export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  multipleOf?: number
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: Schema
}

export interface Operation {
  name: string
  method: string
  path: string
  access: 'public' | 'signed-in' | 'admin'
  parameters: Parameter[]
  body: Schema | undefined
  bodyLimit: number
  /** By status; undefined without a body. */
  answers: Map<number, Schema | undefined>
}

type Content = Record<string, { schema: Schema }>
interface Described {
  'x-access'?: Operation['access']
  'x-body-limit'?: number
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

export interface Description {
  operations: Operation[]
  components: object
}

const schemaOf = (content: Content | undefined) => content && Object.values(content)[0]?.schema

function operationOf(path: string, method: string, described: Described): Operation {
  const answers = Object.entries(described.responses)
    .filter(([status]) => /^[23]\d\d$/.test(status))
    .map(([status, { content }]) => [Number(status), schemaOf(content)] as const)
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    access: described['x-access'] ?? 'public',
    parameters: described.parameters ?? [],
    body: schemaOf(described.requestBody?.content),
    bodyLimit: described['x-body-limit'] ?? 0,
    answers: new Map(answers),
  }
}

/** Reads the gateway's API document. Throws while a service is missing in it. */
export async function readDescription(url: string): Promise<Description> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>
    components: object
    'x-missing': string[]
  }
  if (document['x-missing'].length > 0) throw new Error(`Not described: ${document['x-missing']}`)
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => operationOf(path, method, described)),
  )
  return { operations, components: document.components }
}

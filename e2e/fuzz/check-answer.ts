import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Description, Schema } from './description.ts'
import type { Request } from './request.ts'
import type { Answer } from './send.ts'

export type FindingKind =
  | '5xx'
  | 'schema'
  | 'leak'
  | 'wrong role'
  | 'changed by a refused request'
  | 'hang'
  | 'process ended'
  | 'memory'
  | 'money'

const root = resolve(import.meta.dirname, '../..')
/** Stack traces and local paths, which no input contains. */
const LEAKS = [
  /\n\s+at /,
  /\\n\s+at /,
  /node_modules|node:internal/,
  /\.ts:\d+/,
  /SQLITE_|\bER_[A-Z_]+\b/,
  /\bselect .* from `/i,
]
const PLACES = [root, tmpdir()]

const MAY_ENTER: Record<string, string[]> = { 'signed-in': ['admin', 'staff'], admin: ['admin'] }
/** Response of a refused body, for any operation. */
const isAnswered = ({ status }: Answer) => status >= 200 && status < 400

function isWrongRole({ operation, role, kind, method, target }: Request, answer: Answer): boolean {
  const others = MAY_ENTER[operation.access]
  if (others === undefined || method !== operation.method || target !== undefined) return false
  if (!others.includes(role)) return isAnswered(answer) && kind !== 'two Authorization headers'
  return answer.body.includes('"auth.forbidden"')
}

export interface Problem {
  kind: FindingKind
  detail: string
}

export function createAnswerCheck({
  components,
}: Description): (request: Request, answer: Answer) => Problem[] {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true })
  addFormats.default(ajv as never)
  ajv.addSchema({ $id: 'suite', components })
  const compiled = new Map<Schema, ValidateFunction>()
  const validatorOf = (schema: Schema) => {
    const present =
      compiled.get(schema) ??
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"suite#/components')))
    compiled.set(schema, present)
    return present
  }
  const problemSchema: Schema = { $ref: '#/components/schemas/Problem' } as Schema

  function schemaProblem(
    { operation, method, target, path }: Request,
    { status, body, headers }: Answer,
  ): string | undefined {
    if (status === 0 || status === 304 || method === 'HEAD' || headers['content-encoding']) return undefined
    const type = String(headers['content-type'] ?? '')
    if (status >= 400) {
      if (body === '' && [400, 408, 413, 431].includes(status)) return undefined
      return type.includes('application/problem+json')
        ? errorsOf(problemSchema, body)
        : `${status} of the type ${type}: ${body.slice(0, 100)}`
    }
    if (target !== undefined || method !== operation.method || Object.values(path).includes(''))
      return undefined
    if (!operation.answers.has(status)) return `undeclared status ${status}`
    const schema = operation.answers.get(status)
    if (schema) return errorsOf(schema, body)
    return body === '' || status === 200 ? undefined : `${status} with a body`
  }

  function errorsOf(schema: Schema, body: string): string | undefined {
    try {
      const validate = validatorOf(schema)
      return validate(JSON.parse(body)) ? undefined : ajv.errorsText(validate.errors)
    } catch (error) {
      return String(error)
    }
  }

  return (request, answer) => {
    const { status, body, headers } = answer
    const found: Problem[] = []
    const isLimit = status === 503 && headers['retry-after'] !== undefined
    if (status >= 500 && !isLimit) found.push({ kind: '5xx', detail: `${status} ${body.slice(0, 300)}` })
    const text = JSON.stringify(headers) + body
    if (LEAKS.some((leak) => leak.test(text)) || PLACES.some((place) => text.includes(place)))
      found.push({ kind: 'leak', detail: body.slice(0, 500) })
    if (isWrongRole(request, answer))
      found.push({ kind: 'wrong role', detail: `${request.role} gets ${status}` })
    const wrong = request.bare ? undefined : schemaProblem(request, answer)
    if (wrong !== undefined) found.push({ kind: 'schema', detail: `${status}: ${wrong}` })
    return found
  }
}

import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { guardsOf, REQUEST_HEADERS, type Route } from './route.ts'

type Json = Record<string, unknown>

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

interface ObjectSchema {
  properties?: Record<string, Json>
  required?: string[]
}

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as ObjectSchema
  const { properties: read = {} } = jsonSchema(schema, 'output') as ObjectSchema
  return Object.entries(properties).map(([name, sent]) => {
    const { type, minimum, maximum } = read[name] ?? {}
    // Numbers in a path or query are validated as digits, but clients should see a number.
    const isNumber = type === 'integer' && sent.type === 'string'
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(isNumber && { description: `From ${minimum} to ${maximum}` }),
      schema: isNumber ? { type } : sent,
    }
  })
}

const headerParameters = ({ headers }: Route): Json[] =>
  headers.map((name) => ({
    name,
    in: 'header',
    required: false,
    description: REQUEST_HEADERS[name].use,
    schema: { type: 'string' },
    example: REQUEST_HEADERS[name].example,
  }))

const content = (schema: Json) => ({ content: { 'application/json': { schema } } })

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Converts `GET /api/medicines/:id` to `getMedicinesById`. */
function operationId({ method, path }: Pick<Route, 'method' | 'path'>): string {
  const parts = path
    .replace(/^\/api/, '')
    .split('/')
    .filter(Boolean)
  const words = parts.map((part) =>
    (part.startsWith(':') ? `by-${part.slice(1)}` : part).split(/[^A-Za-z0-9]+/),
  )
  return [method, ...words.flat().filter(Boolean).map(capitalized)].join('')
}

const MAY_CALL = {
  public: 'For everyone, without a token.',
  'signed-in': 'For everyone who is signed in.',
  admin: 'For administrators.',
  staff: 'For staff.',
  service: 'For other services.',
} as const

function descriptionOf({ access, body, bodyLimit, summary }: Route): string {
  const size = body ? ` The body has at most ${bodyLimit / 1024} KiB.` : ''
  return `${summary}. ${MAY_CALL[access]}${size}`
}

const titleOf = ({ summary }: Route) => summary.split(/[;:,(]/)[0]?.trim()

const missingHeader = {
  description:
    'Which of `Idempotency-Key` and `If-Match` the request lacked: a retry is done again, the last writer wins',
  schema: { type: 'string' },
  example: 'Idempotency-Key',
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'The input does not fit: `errors` names the fields',
  401: 'No token, or one that is not valid any more',
  403: 'Not for this caller',
  404: 'It does not exist, or not any more',
  409: 'It does not go with what is stored',
  412: 'It has changed since it was read',
  413: 'The body is larger than it may be',
  415: 'The body is not JSON, or it is compressed',
  422: 'The Idempotency-Key was used for another request',
  429: 'Too many requests: `Retry-After` says in how many seconds to come again',
  503: 'Not right now: `Retry-After` says in how many seconds to come again',
}

function statusesOf({ access, method, params, body, headers }: Route): number[] {
  const writes = method !== 'get'
  return [
    400,
    ...(access === 'public' && !writes ? [] : [401, 403]),
    ...(params ? [404] : []),
    ...(writes ? [409] : []),
    ...(headers.includes('If-Match') ? [412] : []),
    ...(body ? [413, 415] : []),
    ...(headers.includes('Idempotency-Key') ? [422] : []),
    429,
    503,
  ]
}

const nameOf = (status: number) => `Problem${status}`

function problemResponses(route: Route): Json {
  const listed = statusesOf(route).map((status) => [
    status,
    { $ref: `#/components/responses/${nameOf(status)}` },
  ])
  return { ...Object.fromEntries(listed), default: { $ref: '#/components/responses/Problem' } }
}

function responseOf(status: number, description: string): Json {
  const code = `http.${status}`
  const example = {
    type: `urn:mms:problem:${code}`,
    title: STATUS_CODES[status],
    status,
    detail: description,
    code,
    message: description,
    requestId: '5eaeb0bd-16f2-461c-855d-2973a4b311a0',
    ...(status === 400 && { errors: { name: 'is required' } }),
  }
  const schema = { $ref: '#/components/schemas/Problem' }
  return { description, content: { 'application/problem+json': { schema, example } } }
}

function problemComponents(): Json {
  const listed = Object.entries(REASONS).map(([status, reason]) => [
    nameOf(Number(status)),
    responseOf(Number(status), reason),
  ])
  return { ...Object.fromEntries(listed), Problem: responseOf(500, 'Problem details (RFC 9457)') }
}

function operation(route: Route): Json {
  const answer = {
    ...(route.response && content(jsonSchema(route.response, 'output'))),
    ...(guardsOf(route).length > 0 && { headers: { 'Missing-Header': missingHeader } }),
  }
  return {
    operationId: operationId(route),
    summary: titleOf(route),
    description: descriptionOf(route),
    tags: [route.path.split('/')[2] ?? 'service'],
    'x-access': route.access,
    ...(route.access === 'service' && { 'x-callers': route.callers }),
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...headerParameters(route),
    ],
    ...(route.body && {
      requestBody: { required: true, ...content(jsonSchema(route.body, 'input')) },
      'x-body-limit': route.bodyLimit,
    }),
    responses: {
      [route.status]: { description: 'Done', ...answer },
      ...(route.mayBePending && { 202: { description: 'The outcome is not known yet', ...answer } }),
      ...(route.headers.includes('If-None-Match') && { 304: { description: 'As it was' } }),
      ...problemResponses(route),
    },
  }
}

/** OpenAPI 3.1 document for client generators. `x-access`: who may call. `x-body-limit`: maximum bytes of a body. */
export function openApiDocument(title: string, version: string, routes: Route[], problem: z.ZodType): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: jsonSchema(problem, 'output') },
      responses: problemComponents(),
    },
  }
}

import { z } from 'zod'
import type { Route } from './route.ts'

type Json = Record<string, unknown>

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: of,
  }))
}

const content = (schema: Json, type = 'application/json') => ({ content: { [type]: { schema } } })

function operation(route: Route): Json {
  return {
    summary: route.summary,
    tags: [route.path.split('/')[2] ?? 'service'],
    'x-access': route.access,
    ...(route.access === 'service' && { 'x-callers': route.callers }),
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(route.body && {
      requestBody: { required: true, ...content(jsonSchema(route.body, 'input')) },
      'x-body-limit': route.bodyLimit,
    }),
    responses: {
      [route.status]: {
        description: 'Done',
        ...(route.response && content(jsonSchema(route.response, 'output'))),
      },
      default: {
        description: 'Problem details (RFC 9457)',
        ...content({ $ref: '#/components/schemas/Problem' }, 'application/problem+json'),
      },
    },
  }
}

/**
 * The OpenAPI 3.1 document of a list of routes; `x-access` says who may call each, `x-body-limit` how many
 * bytes its body may have.
 */
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
    },
  }
}

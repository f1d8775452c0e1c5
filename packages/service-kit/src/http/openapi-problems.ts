import { STATUS_CODES } from 'node:http'
import type { Route } from './route.ts'

type Json = Record<string, unknown>

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

export function problemResponses(route: Route): Json {
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

export function problemComponents(): Json {
  const listed = Object.entries(REASONS).map(([status, reason]) => [
    nameOf(Number(status)),
    responseOf(Number(status), reason),
  ])
  return { ...Object.fromEntries(listed), Problem: responseOf(500, 'Problem details (RFC 9457)') }
}

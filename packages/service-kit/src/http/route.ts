import type { IncomingHttpHeaders } from 'node:http'
import type { Role } from '@mms/contracts'
import type { z } from 'zod'
import type { Actor, Caller } from '../auth/caller.ts'
import type { Trace } from '../telemetry/trace.ts'

/** Required on every route, so that the list of routes shows who may do what. */
export type Access = 'public' | 'signed-in' | Role | 'service'

/**
 * Body limit in bytes of public routes and of renewed proofs. Enough for the largest passkey: an ML-DSA-44 signature
 * has 3.2 KiB in base64. The id has at most 1.4 KiB and is sent twice.
 */
export const PUBLIC_BODY_BYTES = 12 * 1024
/** Largest body limit in the suite, in bytes. */
export const LARGEST_BODY_BYTES = 256 * 1024

/** Default body limit in bytes. The gateway applies it too, and so forwards nothing that a service would refuse. */
export function bodyLimitOf(access: Access): number {
  return access === 'public' ? PUBLIC_BODY_BYTES : LARGEST_BODY_BYTES
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined

export interface RouteRequest<P, Q, B, C = Caller> {
  params: P
  query: Q
  body: B
  /** The JSON body as received, before validation. Use it for fingerprints. */
  received: unknown
  caller: C
  /** For the audit log. Has no id and name on public routes. */
  actor: Actor
  headers: IncomingHttpHeaders
  address: string
  trace: Trace
  signal: AbortSignal
}

export class Reply<T = unknown> {
  readonly body: T
  readonly status?: number
  readonly headers: Record<string, string | string[]> = {}
  readonly json?: Buffer | string | undefined
  readonly pages?: AsyncIterable<T>

  /** `json`: the serialised `body`, if available already. */
  constructor(body: T, options: Partial<Omit<Reply<T>, 'body'>> = {}) {
    this.body = body
    Object.assign(this, options)
  }

  /** An answer that is already serialised. It is parsed only if answers are validated. */
  static written<T>(json: string, headers: Record<string, string> = {}): Reply<T> {
    return new Reply<T>(undefined as T, { headers, json })
  }

  /**
   * Streams the rows of all pages as one JSON array. Reads the next page only after the client has taken the previous
   * one. A late failure closes the connection, so that no client mistakes a part for the whole.
   */
  static paged<T extends readonly unknown[]>(
    pages: AsyncIterable<T>,
    headers: Record<string, string> = {},
  ): Reply<T> {
    return new Reply<T>(undefined as never, { headers, pages })
  }

  static unchanged<T>(headers: Record<string, string>): Reply<T> {
    return new Reply<T>(undefined as T, { status: 304, headers })
  }
}

export const REQUEST_HEADERS = {
  'If-Match': { use: 'The ETag that was read: 412 when it has changed since', example: '"7"' },
  'If-None-Match': { use: 'The ETag that was read: 304 when it has not changed since', example: '"7"' },
  'Idempotency-Key': {
    use: 'The same key again is answered as the first time, and does nothing',
    example: '0199d7a0-1b2c-7000-8000-0a1b2c3d4e5f',
  },
  'Pack-Size': { use: 'Units of a pack when the quantity was entered; missing means as now', example: '15' },
} as const
export const guardsOf = ({ headers }: Pick<Route, 'headers'>): RequestHeader[] =>
  headers.filter((name) => name === 'Idempotency-Key' || name === 'If-Match')

type RequestHeader = keyof typeof REQUEST_HEADERS

type MaybePromise<T> = T | Promise<T>

interface RouteDefinition<
  A extends Access,
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodType | undefined,
> {
  method: 'get' | 'post' | 'put' | 'delete'
  path: string
  access: A
  callers?: A extends 'service' ? readonly string[] : never
  /** Service whose feed or snapshot this is. The service list decides who may read it; without a list, `callers`. */
  feedOf?: A extends 'service' ? string : never
  /** Allowed to users who must still replace a password that someone else set. */
  withGivenPassword?: boolean
  /** Requires that the user proved their identity in the last ten minutes, else 403 `auth.reauthenticate`. */
  recentProof?: boolean
  summary: string
  params?: P
  query?: Q
  headers?: readonly RequestHeader[]
  body?: B
  /** Body limit in bytes. Default: 12 KiB on public routes, else 256 KiB. */
  bodyLimit?: number
  /** Schema of the answer, validated in development and tests. Without it the answer is empty. */
  response?: R
  status?: number
  /** May also answer 202, with the same fields, while the outcome is unknown. */
  mayBePending?: boolean
  /** A GET with side effects, as a specification or protocol requires. HEAD is answered 405. */
  writes?: boolean
  /** Success is logged at `debug` only, because the route is polled every few seconds. */
  quiet?: boolean
  handler: (
    request: RouteRequest<Output<P>, Output<Q>, Output<B>, A extends 'public' ? undefined : Caller>,
  ) => MaybePromise<R extends z.ZodType ? z.input<R> | Reply<z.input<R>> : unknown>
}

type Definition = RouteDefinition<Access, undefined, undefined, undefined, undefined>

type OfSchemas = 'params' | 'query' | 'body' | 'response' | 'handler' | 'callers' | 'feedOf'

export interface Route extends Omit<Definition, OfSchemas> {
  callers: readonly string[]
  headers: readonly RequestHeader[]
  feedOf?: string
  params: z.ZodType | undefined
  query: z.ZodType | undefined
  body: z.ZodType | undefined
  bodyLimit: number
  response: z.ZodType | undefined
  status: number
  handler: (request: RouteRequest<never, never, never, never>) => unknown
}

/** Defines an endpoint. Invalid input is answered 400 with the fields, without calling the handler. */
export function route<
  A extends Access,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType | undefined = undefined,
>(definition: RouteDefinition<A, P, Q, B, R>): Route {
  const { params, query, body, response, callers = [], headers = [] } = definition
  return {
    ...definition,
    callers,
    headers,
    params,
    query,
    body,
    response,
    bodyLimit: definition.bodyLimit ?? bodyLimitOf(definition.access),
    status: definition.status ?? (response ? 200 : 204),
    handler: definition.handler as Route['handler'],
  }
}

import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import type { Caller } from '../auth/caller.ts'
import type { Trace } from '../telemetry/trace.ts'
import type { Access } from './access.ts'
import { bodyLimitOf } from './body-limits.ts'

type Output<S> = S extends z.ZodType ? z.output<S> : undefined

export interface RouteRequest<P, Q, B, C = Caller> {
  params: P
  query: Q
  body: B
  /** The JSON body as it came, before the schema; it fits the schema. For fingerprints. */
  received: unknown
  caller: C
  /** Who is behind a change, for the audit log; on public routes without id and name. */
  actor: Actor
  headers: IncomingHttpHeaders
  /** Address of the client, as the gateway saw it. */
  address: string
  trace: Trace
  /** Aborted when the client goes away or the process stops. */
  signal: AbortSignal
}

/** An answer with more than a body. */
export class Reply<T = unknown> {
  readonly body: T
  readonly status: number | undefined
  readonly headers: Record<string, string | string[]>
  readonly json: Buffer | string | undefined
  /** Of a list that is sent page by page. */
  readonly pages: AsyncIterable<T> | undefined

  /** `json` is what is sent, where the body was written as JSON before; it must say the same as `body`. */
  constructor(body: T, options: Partial<Pick<Reply<T>, 'status' | 'headers' | 'json' | 'pages'>> = {}) {
    this.body = body
    this.json = options.json
    this.pages = options.pages
    this.status = options.status
    this.headers = options.headers ?? {}
  }

  /** An answer that exists as JSON only. Where answers are checked, it is read again. */
  static written<T>(json: string, headers: Record<string, string> = {}): Reply<T> {
    return new Reply<T>(undefined as T, { headers, json })
  }

  /**
   * One JSON array of the rows of all pages, however many: the next page is asked for once the client has read those
   * before it, and never when it has gone. What fails on the way cuts the connection, so that no part passes for a whole.
   */
  static paged<T extends readonly unknown[]>(
    pages: AsyncIterable<T>,
    headers: Record<string, string> = {},
  ): Reply<T> {
    return new Reply<T>(undefined as never, { headers, pages })
  }

  /** 304: the client has it already. */
  static unchanged<T>(headers: Record<string, string>): Reply<T> {
    return new Reply<T>(undefined as T, { status: 304, headers })
  }
}

/** Request headers that routes read, for the API document. */
export const REQUEST_HEADERS = {
  'If-Match': { use: 'The ETag that was read: 412 when it has changed since', example: '"7"' },
  'If-None-Match': { use: 'The ETag that was read: 304 when it has not changed since', example: '"7"' },
  'Idempotency-Key': {
    use: 'The same key again is answered as the first time, and does nothing',
    example: '0199d7a0-1b2c-7000-8000-0a1b2c3d4e5f',
  },
} as const
/** Those of a route's headers that guard a write. */
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
  /** Koa router pattern: `/api/medicines/:id` */
  path: string
  access: A
  /** Names of the services that may call a route with access `service`, and only there. */
  callers?: A extends 'service' ? readonly string[] : never
  /**
   * The service whose feed or snapshot this is: the list of services says who may follow it. `callers` may
   * where there is no such list.
   */
  feedOf?: A extends 'service' ? string : never
  /** Open also to those who have not chosen a password of their own yet. */
  withGivenPassword?: boolean
  /** Open only to those who proved who they are within the last ten minutes (403 `auth.reauthenticate`). */
  recentProof?: boolean
  /** One line for the API document. */
  summary: string
  params?: P
  query?: Q
  /** Headers that the handler reads, for the API document. */
  headers?: readonly RequestHeader[]
  body?: B
  /** Bytes that the body may have; by default 12 KiB on public routes, else 256 KiB. */
  bodyLimit?: number
  /** Shape of the answer; checked in development and tests, and published. Without it: no content. */
  response?: R
  /** Status of a plain answer: 200, or 204 without a response schema. */
  status?: number
  /** May answer 202 with the same shape, while the outcome is not known. */
  mayBePending?: boolean
  /** A GET that changes something, as the specification has it: HEAD answers 405. */
  writes?: boolean
  /** Asked for every few seconds by other processes: a good answer is logged at `debug` only. */
  quiet?: boolean
  handler: (
    request: RouteRequest<Output<P>, Output<Q>, Output<B>, A extends 'public' ? undefined : Caller>,
  ) => MaybePromise<R extends z.ZodType ? z.input<R> | Reply<z.input<R>> : unknown>
}

type Definition = RouteDefinition<Access, undefined, undefined, undefined, undefined>

/** A route whose handler's types were checked where it was defined. */
export interface Route
  extends Pick<
    Definition,
    | 'method'
    | 'path'
    | 'access'
    | 'summary'
    | 'quiet'
    | 'mayBePending'
    | 'withGivenPassword'
    | 'recentProof'
    | 'writes'
  > {
  /** With access `service`: the names of the services that are let in. */
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

/**
 * One endpoint: method, path, who may call it, schemas, handler. Input that does not fit answers 400
 * with the fields named, and the handler is not called.
 *
 * @example
 * route({ method: 'get', path: '/api/medicines/:id', access: 'signed-in', summary: 'One medicine',
 *         params: idParams, response: medicineSchema, handler: ({ params }) => medicines.find(params.id) })
 */
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

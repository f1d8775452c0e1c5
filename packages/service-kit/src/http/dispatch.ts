import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Router, { type RouterContext } from '@koa/router'
import { describeIssue } from '@mms/contracts'
import type { Context } from 'koa'
import { z } from 'zod'
import { runAs } from '../auth/caller.ts'
import { ProblemError, problem } from '../problems/problem.ts'
import type { Lifecycle } from '../process/lifecycle.ts'
import { authorize, type Verifiers } from './authorize.ts'
import { readBody } from './body.ts'
import type { RequestState } from './observe.ts'
import { guardsOf, Reply, type Route } from './route.ts'

export interface DispatchOptions {
  routes: Route[]
  verifiers: Verifiers
  lifecycle: Lifecycle
  checkResponses?: boolean
}

/** Time limit for receiving a body. Longer than the gateway's, so that the gateway answers first. */
const BODY_MS = 35_000

function abortSignal(ctx: Context, lifecycle: Lifecycle): AbortSignal {
  const gone = new AbortController()
  ctx.res.once('close', () => gone.abort())
  return AbortSignal.any([gone.signal, lifecycle.signal])
}

function clientAddress(ctx: Context): string {
  return ctx.get('x-forwarded-for').split(',').at(-1)?.trim() || ctx.ip
}

/** Lists missing headers in the answer. Without a key a retry is a second sale; without version the last write wins. */
function noteMissing(ctx: Context, route: Route): void {
  const missing = guardsOf(route).filter((name) => ctx.get(name) === '')
  if (missing.length > 0) ctx.set('Missing-Header', missing.join(', '))
}

const nothing = z.strictObject({})

/** Maximum invalid fields in an answer, so that it does not grow with the request. */
const MAX_FIELDS = 20
const MAX_NAME = 64

function fieldOf(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map(String)
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => [...path, key].join('.'))
    : [path.join('.')]
}

const shortened = (name: string) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name)

/** Messages by field path: the first 20, with names cut to 64 characters. `where` names a value that is all wrong. */
function fieldErrors(error: z.ZodError, where: string): Record<string, string> {
  const errors = new Map<string, string>()
  for (const issue of error.issues) {
    for (const field of fieldOf(issue)) {
      if (errors.size === MAX_FIELDS) return Object.fromEntries(errors)
      const name = shortened(field || where)
      if (!errors.has(name)) errors.set(name, issue.message)
    }
  }
  return Object.fromEntries(errors)
}

/** Returns the parsed input. Throws 400 `request.invalid`. Without a schema, the input must be empty. */
export function guardInput(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  const result = (schema ?? nothing).safeParse(value, { reportInput: true, error: describeIssue })
  if (result.success) return schema ? result.data : undefined
  const errors = fieldErrors(result.error, where)
  const list = Object.entries(errors).map(([field, what]) => `${field}: ${what}`)
  throw problem.badRequest('request.invalid', `Please check the input. ${list.join('. ')}`, { errors })
}

async function handle(ctx: RouterContext, route: Route, options: DispatchOptions): Promise<void> {
  const state = ctx.state as RequestState
  state.route = route.path
  state.quiet = route.quiet ?? false
  // The router would run the GET handler for HEAD.
  if (route.writes && ctx.method === 'HEAD')
    throw new ProblemError(405, 'http.405', 'Method Not Allowed', { headers: { Allow: 'GET' } })
  const caller = await authorize(route, ctx.headers.authorization, options.verifiers)
  if (caller) state.callerId = caller.id
  noteMissing(ctx, route)
  const params = guardInput(route.params, ctx.params, 'path')
  // Clients send a filter that is not set as an empty text.
  const filters = Object.entries(ctx.query).filter(([, value]) => value !== '')
  const query = guardInput(route.query, Object.fromEntries(filters), 'query')
  const address = clientAddress(ctx)
  const limits = { bytes: route.bodyLimit, ms: BODY_MS }
  const received = route.body && (await readBody(ctx, limits))
  const request = {
    params,
    query,
    body: route.body && guardInput(route.body, received, 'body'),
    received,
    caller,
    headers: ctx.headers,
    address,
    trace: state.trace,
    actor: { id: caller?.id ?? '', name: caller?.name ?? '', requestId: state.trace.requestId, address },
    get signal() {
      return abortSignal(ctx, options.lifecycle)
    },
  }
  const run = () => route.handler(request as never)
  const isReading = (route.method === 'get' && !route.writes) || route.access === 'service'
  await answer(ctx, route, await (isReading ? run() : runAs(request.actor, run)), options.checkResponses)
}

const bodyOf = ({ body, json }: Reply): unknown =>
  body === undefined && json !== undefined ? JSON.parse(String(json)) : body

async function answer(ctx: Context, route: Route, result: unknown, check = false): Promise<void> {
  const reply = result instanceof Reply ? result : new Reply(result)
  ctx.status = reply.status ?? route.status
  for (const name in reply.headers) ctx.set(name, reply.headers[name] as string)
  if (ctx.status === 204 || ctx.status === 304) return
  const schema = check && ctx.status < 300 ? route.response : undefined
  if (reply.json || reply.pages) ctx.type = 'json'
  if (reply.pages) {
    const pieces = jsonOf(reply.pages as AsyncIterable<unknown[]>, schema)
    ctx.body = Readable.from(after(await pieces.next(), pieces), { highWaterMark: 1 })
    return
  }
  schema?.parse(bodyOf(reply))
  ctx.body = reply.json ?? reply.body
}

/** The first chunk is made before the answer starts, so that an early error can still become a problem document. */
async function* after(first: IteratorResult<string>, rest: AsyncGenerator<string>) {
  try {
    if (!first.done) yield first.value
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

let making: Promise<unknown> = Promise.resolve()

/** Makes one page at a time over all lists, so that other requests wait for one page only. */
async function* oneByOne<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  const rest = pages[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = making.then(() => rest.next())
      making = next.catch(() => {}).then(() => nextTurn())
      const page = await next
      if (page.done) return
      yield page.value
    }
  } finally {
    await rest.return?.()
  }
}

async function* jsonOf(pages: AsyncIterable<unknown[]>, schema: z.ZodType | undefined) {
  let before = '['
  for await (const page of oneByOne(pages)) {
    schema?.parse(page)
    if (page.length === 0) continue
    yield `${before}${JSON.stringify(page).slice(1, -1)}`
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

export function dispatch(options: DispatchOptions): Router {
  const router = new Router()
  for (const route of options.routes) {
    router[route.method](route.path, (ctx) => handle(ctx, route, options))
  }
  return router
}

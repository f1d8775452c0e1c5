import { type AreaRegistry, PERSON_COOKIE, SECURE_PERSON_COOKIE } from '@mms/contracts'
import { type Logger, problem } from '@mms/service-kit'
import type { Context, Middleware } from 'koa'
import { sendFile } from '../files/send-file.ts'
import type { Limits } from '../limits/limits.ts'
import { forwardedHeaders } from '../proxy/forwarded-headers.ts'
import { createUpstreams } from '../proxy/upstream.ts'
import { type AreaList, isOrigin } from './area-list.ts'
import type { Person } from './choose-build.ts'
import { createEntries, findBuildFile } from './choose-build.ts'
import { createPathOwners } from './path-owners.ts'

/** Reads the person from a cookie, because a preload of `/areas.json` sends no token. */
function readPerson(ctx: Pick<Context, 'cookies'>): Person | undefined {
  try {
    const person = ctx.cookies.get(SECURE_PERSON_COOKIE) ?? ctx.cookies.get(PERSON_COOKIE) ?? ''
    const [id, email = ''] = decodeURIComponent(person).split(' ')
    return id ? { id, email } : undefined
  } catch {
    return undefined
  }
}

interface AreasOptions {
  storeTimeZone: string
  areas: () => Promise<AreaList>
  limits: Limits
  trustedProxies: number
  log: Logger
}

const AREA_PATH = /^\/areas\/([a-z][a-z0-9-]{0,40})(\/.+)$/

/** Headers kept from an area's server. Its cookies, policies and redirects would apply to the whole origin. */
const FILE_HEADERS = new Set([
  'accept-ranges',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'vary',
])

const nothingHere = () => problem.notFound('gateway.no_such_file', 'There is no such file')

/** Gateways read a new list at different times, so a page may request a build that is unknown here. */
const noSuchBuild = () =>
  problem.notFound(
    'gateway.no_such_build',
    'This gateway does not know this area or build. Another gateway may have a newer or older list',
  )

export function serveAreas(options: AreasOptions): Middleware {
  const toEntry = createEntries(options.log)
  const leaveToOwners = createPathOwners(options.log)
  const sendFromOrigin = createOrigins(options)

  const readRegistry = async (person: Person | undefined): Promise<AreaRegistry> => {
    const entries = Object.entries(await options.areas())
    const found = await Promise.all(entries.map(([name, source]) => toEntry(name, source, person)))
    return { storeTimeZone: options.storeTimeZone, pageReports: true, areas: leaveToOwners(found) }
  }

  const answerFile = async (ctx: Context) => {
    const [, area = '', path = ''] = AREA_PATH.exec(ctx.path) ?? []
    const list = await options.areas()
    const source = Object.hasOwn(list, area) ? list[area] : undefined
    if (source === undefined) throw noSuchBuild()
    const file = findBuildFile(source, path)
    if (!file) throw noSuchBuild()
    if (isOrigin(file.location)) await sendFromOrigin(ctx, area, file)
    else if (!(await sendFile(ctx, file.location, file.path))) throw nothingHere()
  }

  return async (ctx, next) => {
    const isRegistry = ctx.path === '/areas.json'
    if (!isRegistry && ctx.path !== '/areas' && !ctx.path.startsWith('/areas/')) return next()
    ctx.state.route = isRegistry ? '/areas.json' : '/areas'
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return ctx.throw(405)
    if (!isRegistry) return answerFile(ctx as never)
    // The response depends on the person, so shared caches must not store it.
    ctx.set('Cache-Control', 'private, no-cache')
    ctx.vary('Cookie')
    ctx.body = await readRegistry(readPerson(ctx))
  }
}

function createOrigins({ limits, trustedProxies }: AreasOptions) {
  const upstreamOf = createUpstreams(limits, (header) => FILE_HEADERS.has(header))
  return async (
    ctx: Context,
    area: string,
    { location, path }: { location: string; path: string },
  ): Promise<void> => {
    const headers = forwardedHeaders(ctx, trustedProxies)
    delete headers.authorization
    const { origin, pathname } = new URL(location)
    ctx.req.url = pathname.replace(/\/$/, '') + path + ctx.search
    try {
      await upstreamOf(`The area ${area}`, origin)(ctx, headers)
    } finally {
      ctx.req.url = ctx.originalUrl
    }
  }
}

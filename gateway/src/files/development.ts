import { areaNameSchema, DEVELOPMENT_COOKIE } from '@mms/contracts'
import type { Logger, Verifiers } from '@mms/service-kit'
import type { Context } from 'koa'

export interface DevelopmentOptions {
  /** Origins of development servers that a page may take an area from; none by default. */
  developerOrigins: readonly string[]
  /** Email addresses of those who may, beside administrators. */
  developers: readonly string[]
  verifiers: Pick<Verifiers, 'access'>
  log: Logger
}

/** An area that one page takes from a development server. */
export interface Development {
  area: string
  origin: string
  /** Id of the person that it holds for. */
  person: string
}

/**
 * Finds what a page is to take from a development server. The cookie of the shell is a wish: the access token in it must be
 * good now, that of an administrator or a listed developer, and the origin a listed one. Anything else is a page as for all.
 */
export function createDevelopment(options: DevelopmentOptions) {
  const { developerOrigins, developers, verifiers, log } = options

  return async (ctx: Pick<Context, 'cookies'>): Promise<Development | undefined> => {
    const [area = '', origin = '', token = ''] = readWish(ctx)
    if (token === '' || !areaNameSchema.safeParse(area).success) return undefined
    const caller = await verifiers.access(token).catch(() => undefined)
    const isDeveloper = caller?.role === 'admin' || developers.includes(caller?.email ?? '')
    const isListed = developerOrigins.includes(origin)
    if (caller && isDeveloper && isListed) return { area, origin, person: caller.id }
    log.warn({ area, origin, person: caller?.id, isDeveloper, isListed }, 'an area from elsewhere is refused')
    return undefined
  }
}

function readWish(ctx: Pick<Context, 'cookies'>): string[] {
  try {
    return decodeURIComponent(ctx.cookies.get(DEVELOPMENT_COOKIE) ?? '').split(' ')
  } catch {
    return []
  }
}

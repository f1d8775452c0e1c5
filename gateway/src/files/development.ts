import { areaNameSchema, DEVELOPMENT_COOKIE } from '@mms/contracts'
import type { Logger, Verifiers } from '@mms/service-kit'
import type { Context } from 'koa'

export interface DevelopmentOptions {
  developerOrigins: readonly string[]
  /** Email addresses; administrators are always allowed. */
  developers: readonly string[]
  verifiers: Pick<Verifiers, 'access'>
  log: Logger
}

export interface Development {
  area: string
  origin: string
  person: string
}

/**
 * The cookie only asks for a development build. The token must belong to an administrator or a listed
 * developer, and the origin must be listed.
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

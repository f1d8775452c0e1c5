import { setTimeout as delay } from 'node:timers/promises'
import { areaNameSchema, DEVELOPMENT_COOKIE } from '@mms/contracts'
import { type Caller, type Logger, ProblemError, type Verifiers } from '@mms/service-kit'
import type { Context } from 'koa'

export interface DevelopmentOptions {
  developerOrigins: readonly string[]
  /** Email addresses. Administrators are always allowed. */
  developers: readonly string[]
  verifiers: Pick<Verifiers, 'access'>
  log: Logger
}

export interface Development {
  area: string
  origin: string
  person: string
}

const ATTEMPTS = 4
/** Longer than the pause before identity's keys are read again. */
const PAUSE_MS = 600

/** Retries while identity is busy (503). Otherwise the page would lack the area, as if the developer were refused. */
async function findCaller({ access }: Pick<Verifiers, 'access'>, token: string): Promise<Caller | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await access(token)
    } catch (error) {
      const isBusy = error instanceof ProblemError && error.status === 503
      if (!isBusy || attempt === ATTEMPTS) return undefined
      await delay(PAUSE_MS)
    }
  }
}

/**
 * A cookie requests a development build. Its token must belong to an administrator or a listed developer, and its
 * origin must be listed.
 */
export function createDevelopment(options: DevelopmentOptions) {
  const { developerOrigins, developers, verifiers, log } = options

  return async (ctx: Pick<Context, 'cookies'>): Promise<Development | undefined> => {
    const [area = '', origin = '', token = ''] = readWish(ctx)
    if (token === '' || !areaNameSchema.safeParse(area).success) return undefined
    const caller = await findCaller(verifiers, token)
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

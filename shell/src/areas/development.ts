import { DEVELOPMENT_COOKIE } from '@mms/contracts'
import { session } from '@mms/sdk/host'

export interface DevelopedArea {
  name: string
  origin: string
}

/** Seconds; identity's tokens last as long by default. An expired token admits nothing. */
const MAX_AGE_S = 900

/**
 * Base URLs of areas to load from development servers, by name. The server writes them into the page after
 * checking the user.
 */
export function developmentServers(): Map<string, string> {
  const words = document.querySelector<HTMLMetaElement>('meta[name=development]')?.content ?? ''
  const servers = words.split(',').map((entry) => entry.split(' '))
  const { user } = session.get()
  return new Map(
    servers.flatMap(([name = '', base, person]) =>
      base === undefined || (person !== undefined && person !== user?.id) ? [] : [[name, base]],
    ),
  )
}

export function findDevelopedElsewhere(): DevelopedArea | undefined {
  const [found] = [...developmentServers()].filter(([, base]) => base.startsWith('http'))
  return found && { name: found[0], origin: new URL(found[1]).origin }
}

export function readRequestedDevelopment(): DevelopedArea | undefined {
  const cookie = document.cookie.split('; ').find((one) => one.startsWith(`${DEVELOPMENT_COOKIE}=`))
  const [name = '', origin] = decodeURIComponent(cookie?.split('=')[1] ?? '').split(' ')
  return origin === undefined ? undefined : { name, origin }
}

function writeCookie(words: string, maxAge: number): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous
  document.cookie = `${DEVELOPMENT_COOKIE}=${encodeURIComponent(words)}; Path=/; SameSite=Strict; Max-Age=${maxAge}${secure}`
}

/** Sets a cookie that asks for the area on every page, until the session or its token ends. */
export function requestDevelopment({ name, origin }: DevelopedArea): void {
  writeCookie(`${name} ${origin} ${session.get().token ?? ''}`, MAX_AGE_S)
}

export const stopDevelopment = () => writeCookie('', 0)

/** Renews the cookie, and deletes it at sign-out so that the code does not run for the next user. */
export function followDevelopment(): void {
  session.subscribe((state, before) => {
    const asked = readRequestedDevelopment()
    if (state.user?.id === before.user?.id) {
      if (asked && findDevelopedElsewhere()) requestDevelopment(asked)
      return
    }
    if (asked) stopDevelopment()
    if (isDevelopedPage) window.location.reload()
  })
}

const isDevelopedPage = findDevelopedElsewhere() !== undefined

export const needsDevelopmentBanner =
  isDevelopedPage ||
  readRequestedDevelopment() !== undefined ||
  new URLSearchParams(window.location.search).has('develop')

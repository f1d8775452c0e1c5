import { DEVELOPMENT_COOKIE } from '@mms/contracts'
import { session } from '@mms/sdk/host'

/** An area, and the origin of the development server that it comes from. */
export interface Developed {
  name: string
  origin: string
}

/** As identity makes tokens by default; an older one admits nothing whatever the cookie says. */
const MAX_AGE_S = 900

/**
 * Where this page takes areas from instead of their published builds: base URL by name. The server that sent the page decided
 * and wrote it in; a gateway names the person that it holds for.
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

/** The area that the gateway lets this person take from elsewhere. */
export function developedElsewhere(): Developed | undefined {
  const [found] = [...developmentServers()].filter(([, base]) => base.startsWith('http'))
  return found && { name: found[0], origin: new URL(found[1]).origin }
}

/** What was asked of the gateway, which may have refused it. */
export function askedFor(): Developed | undefined {
  const cookie = document.cookie.split('; ').find((one) => one.startsWith(`${DEVELOPMENT_COOKIE}=`))
  const [name = '', origin] = decodeURIComponent(cookie?.split('=')[1] ?? '').split(' ')
  return origin === undefined ? undefined : { name, origin }
}

function writeCookie(words: string, maxAge: number): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store of browsers cannot be asked in the same turn
  document.cookie = `${DEVELOPMENT_COOKIE}=${encodeURIComponent(words)}; Path=/; SameSite=Strict; Max-Age=${maxAge}${secure}`
}

/** Asks for an area from a development server, with every page until the session or its token ends. */
export function askFor({ name, origin }: Developed): void {
  writeCookie(`${name} ${origin} ${session.get().token ?? ''}`, MAX_AGE_S)
}

/** The next page is as for all others. */
export const stopAsking = () => writeCookie('', 0)

/** Goes on asking while a page is open, and ends with the session: its code must not meet the next person's. */
export function followDevelopment(): void {
  session.subscribe((state, before) => {
    const asked = askedFor()
    if (state.user?.id === before.user?.id) {
      if (asked && developedElsewhere()) askFor(asked)
      return
    }
    if (asked) stopAsking()
    if (isDevelopedPage) window.location.reload()
  })
}

const isDevelopedPage = developedElsewhere() !== undefined

/** Whether this page has, was refused or is asked to take an area from elsewhere. */
export const concernsDevelopment =
  isDevelopedPage || askedFor() !== undefined || new URLSearchParams(window.location.search).has('develop')

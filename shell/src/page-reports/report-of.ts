import { ELSEWHERE, type PageReport, SHELL_AREA, SHELL_PAGES } from '@mms/contracts'
import { matchRoutes } from '@mms/sdk/host'
import { findPage } from '../areas/find-page.ts'
import { useRegistry } from '../areas/registry.ts'
import type { Note, NotedArea } from '../notes/notes.ts'

/** At the end of a line of a stack, whatever the browser. */
const FRAME = /([a-z-]+:\/\/[^\s()]*?):(\d{1,7}):(\d{1,7})\)?$/gm
const NAME = /^[A-Za-z]{1,40}$/
const FILE = /^[\w./-]{1,120}$/

type Place = Pick<PageReport, 'area' | 'build' | 'page'>

/** Of the shell: the hash in the name of its script, none in development. */
export function shellBuild(): string | undefined {
  const scripts = [...document.scripts].map(({ src }) => src).join(' ')
  return /\/assets\/main\.([\da-f]+)\.js/.exec(scripts)?.[1]
}

/** What an area, or without one the shell, shows at an address. */
function placeOf(area: NotedArea | undefined, pathname: string): Place | undefined {
  if (!area) {
    const build = shellBuild()
    const page = SHELL_PAGES.includes(pathname) ? pathname : ELSEWHERE
    return build ? { area: SHELL_AREA, build, page } : undefined
  }
  const { name, manifest } = area
  if (!manifest) return undefined
  const own = matchRoutes(
    manifest.routes.map((path) => ({ path })),
    pathname,
  )
  const page = own?.[0]?.route.path ?? (pathname === '/' ? '/' : ELSEWHERE)
  return { area: name, build: manifest.build, page }
}

/** The page at an address: that of an area, or the shell's own. */
export const placeOfPage = (pathname: string) => placeOf(findPage(pathname)?.area, pathname)

interface Frame {
  area: NotedArea | undefined
  at: string
}

/** Where a script of this origin lies, without what only one address has; undefined for other scripts. */
function readFrame([, address = '', line, column]: RegExpMatchArray): Frame | undefined {
  const { origin, pathname } = new URL(address)
  if (origin !== window.location.origin) return undefined
  const area = useRegistry.getState().areas.find(({ baseUrl }) => pathname.startsWith(baseUrl))
  const file = area ? pathname.slice(area.baseUrl.length) : pathname.slice(1)
  return FILE.test(file) ? { area, at: `${file}:${line}:${column}` } : undefined
}

/** Null where the error is that of other scripts, e.g. of an extension of the browser. */
function findFrame(error: unknown): Frame | null | undefined {
  if (!(error instanceof Error) || !error.stack) return undefined
  // A message may quote anything.
  const frames = [...error.stack.replace(error.message, '').matchAll(FRAME)]
  if (frames.length === 0) return undefined
  const own = frames.map(readFrame).filter((frame) => frame !== undefined)
  // What an area makes the shell's packages do is the area's.
  return own.find(({ area }) => area) ?? own[0] ?? null
}

function nameOf(error: unknown): string {
  if (error === undefined) return 'Timeout'
  if (!(error instanceof Error)) return 'NoError'
  return NAME.test(error.name) ? error.name : 'Error'
}

/**
 * What is reported of a note, without a word that a person wrote or read: of an error its name and its place in a script.
 * Whose it is says the part that failed, else its stack, else the page; undefined for what is not ours.
 */
export function reportOf({ kind, area, error, pathname }: Note): PageReport | undefined {
  const frame = kind === 'view' ? undefined : findFrame(error)
  if (frame === null && !area) return undefined
  const owner = area ?? (frame ? frame.area : kind === 'view' ? undefined : findPage(pathname)?.area)
  const place = placeOf(owner, pathname)
  if (!place) return undefined
  if (kind === 'view') return { kind, ...place, count: 1 }
  const name = nameOf(error)
  const isLoad = kind === 'load' || name === 'ChunkLoadError'
  return { kind: isLoad ? 'load' : kind, ...place, count: 1, name, at: frame?.at }
}

import { OTHER_PAGES, type PageReport, SHELL_AREA, SHELL_PAGES } from '@mms/contracts'
import { matchRoutes } from '@mms/sdk/host'
import { findPage } from '../areas/prepare-address.ts'
import { useRegistry } from '../areas/registry.ts'
import type { Note, NotedArea } from '../notes/notes.ts'

/** Matches the source position at the end of a stack line, in any browser. */
const FRAME = /([a-z-]+:\/\/[^\s()]*?):(\d{1,7}):(\d{1,7})\)?$/gm
const NAME = /^[A-Za-z]{1,40}$/
const FILE = /^[\w./-]{1,120}$/

type Place = Pick<PageReport, 'area' | 'build' | 'page'>

export function findShellBuild(): string | undefined {
  const scripts = [...document.scripts].map(({ src }) => src).join(' ')
  return /\/assets\/main\.([\da-f]+)\.js/.exec(scripts)?.[1]
}

function placeOf(area: NotedArea | undefined, pathname: string): Place | undefined {
  if (!area) {
    const build = findShellBuild()
    const page = SHELL_PAGES.includes(pathname) ? pathname : OTHER_PAGES
    return build ? { area: SHELL_AREA, build, page } : undefined
  }
  const { name, manifest } = area
  if (!manifest) return undefined
  const own = matchRoutes(
    manifest.routes.map((path) => ({ path })),
    pathname,
  )
  const page = own?.[0]?.route.path ?? (pathname === '/' ? '/' : OTHER_PAGES)
  return { area: name, build: manifest.build, page }
}

export const placeOfPage = (pathname: string) => placeOf(findPage(pathname)?.area, pathname)

interface Frame {
  area: NotedArea | undefined
  at: string
}

/** Removes parts that differ by address. Undefined for scripts of other origins. */
function readFrame([, address = '', line, column]: RegExpMatchArray): Frame | undefined {
  const { origin, pathname } = new URL(address)
  if (origin !== window.location.origin) return undefined
  const area = useRegistry.getState().areas.find(({ baseUrl }) => pathname.startsWith(baseUrl))
  const file = area ? pathname.slice(area.baseUrl.length) : pathname.slice(1)
  return FILE.test(file) ? { area, at: `${file}:${line}:${column}` } : undefined
}

/** Null if the error comes from other scripts, such as browser extensions. */
function findFrame(error: unknown): Frame | null | undefined {
  if (!(error instanceof Error) || !error.stack) return undefined
  // Remove the message, which may quote personal data.
  const frames = [...error.stack.replace(error.message, '').matchAll(FRAME)]
  if (frames.length === 0) return undefined
  const own = frames.map(readFrame).filter((frame) => frame !== undefined)
  // If an area causes an error in the shell's packages, the error belongs to the area.
  return own.find(({ area }) => area) ?? own[0] ?? null
}

function nameOf(error: unknown): string {
  if (error === undefined) return 'Timeout'
  if (!(error instanceof Error)) return 'NoError'
  return NAME.test(error.name) ? error.name : 'Error'
}

/**
 * Reports an error's name and script position, but no text that users wrote or read. The owner is the failed
 * part, otherwise the area in the stack, otherwise the page. Undefined for errors of other scripts.
 */
export function pageReportOf({ kind, area, error, pathname }: Note): PageReport | undefined {
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

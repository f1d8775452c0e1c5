import { globSync } from 'node:fs'
import { read, readJson } from './contract.ts'

interface Source {
  /** `mf-sales` */
  folder: string
  file: string
  code: string
}

const codeOf = (source: string) => source.replace(/^\s*(?:\/\*|\*|\/\/).*$/gm, '')

/** Sources that may rely on another folder, tests apart. */
export function readSources(root: string): Source[] {
  const globs = ['mf-*', 'shell', 'packages/{sdk,service-kit}', 'services/*']
  const files = globSync(
    globs.map((folder) => `${folder}/src/**/*.{ts,tsx}`),
    { cwd: root },
  )
  return files
    .filter((file) => !/\.test\.tsx?$|\/test-support\//.test(file))
    .sort()
    .map((file) => ({ folder: file.slice(0, file.indexOf('/src/')), file, code: codeOf(read(root, file)) }))
}

const literal = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')

/** How code names a place: a path ends where it ends, and has anything in the place of a parameter. */
function patternOf(place: string): RegExp {
  if (!place.startsWith('/')) return new RegExp(`['"\`]${literal(place)}['"\`]`)
  return new RegExp(`['"\`]${literal(place).replace(/\{\w+\}/g, '[^/\'"`]+')}(?=['"\`?$])`)
}

/** The member of a list of events, as `salesEvents.transactionCompleted`, by the type that it stands for. */
function memberOf(root: string, type: string): RegExp | undefined {
  const files = globSync('packages/contracts/src/*.ts', { cwd: root })
  const member = new RegExp(`(\\w+): '${literal(type)}'`)
  const name = files.map((file) => member.exec(read(root, file))?.[1]).find((found) => found !== undefined)
  return name === undefined ? undefined : new RegExp(`Events\\.${name}\\b`)
}

/** Where no code names the event any more: the services that may read the feed. */
function followersOf(root: string, folder: string): Source[] {
  const list = readJson<Record<string, { follows?: string[] }>>(root, 'deploy/services.json')
  const publisher = folder.slice('services/'.length)
  const names = Object.keys(list).filter((name) => list[name]?.follows?.includes(publisher))
  return names.map((name) => ({ folder: `services/${name}`, file: `services/${name}`, code: '' }))
}

/**
 * The files of other folders that rely on a place of `folder`, one a folder. Where none names a path as a whole, those that
 * name what it begins with.
 */
export function consumersOf(root: string, sources: Source[], folder: string, place: string): Source[] {
  const isEvent = /^\w+(\.\w+)+$/.test(place)
  const pattern = (isEvent && memberOf(root, place)) || patternOf(place)
  const found = sources.filter((source) => source.folder !== folder && pattern.test(source.code))
  const shorter = place.replace(/\/[^/]*$/, '')
  if (found.length === 0 && isEvent) return followersOf(root, folder)
  if (found.length === 0 && /^\/\w+\/\w/.test(shorter)) return consumersOf(root, sources, folder, shorter)
  return [...new Map(found.reverse().map((source) => [source.folder, source])).values()].reverse()
}

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export type Json = Record<string, unknown>

/** Of an OpenAPI document: path → method → operation. */
export type Paths = Record<string, Record<string, Json>>

/** What others rely on of a service, an area, the shell, the sdk or the ui. */
export interface Contract {
  /** Version of the suite, and of the folder itself. */
  release: string
  version: string
  /** Routes by their path, `feed <type>` for an event of the feed, `area.json`. */
  paths?: Paths
  /** Of an area: `page /medicines`, and `event medicines-changed { medicineIds: string[] }` of its domain. */
  names?: string[]
  /** Of an area: ranges of packages, and what it imports of them, as `ApiError from @mms/sdk`. */
  requires?: Record<string, string>
  imports?: string[]
  /** Of sdk and ui, as `ApiError from @mms/sdk`. */
  exports?: string[]
}

/** By folder, as `services/sales`. */
export type Contracts = Record<string, Contract>

const FILE = 'contract.json'

export const read = (root: string, file: string) => readFileSync(join(root, file), 'utf8')
export const readJson = <T>(root: string, file: string) => JSON.parse(read(root, file)) as T
export const load = (root: string, file: string) => import(pathToFileURL(join(root, file)).href)

export function versionOf(root: string, folder: string): string {
  return readJson<{ version: string }>(root, join(folder, 'package.json')).version
}

/** Where the contract of a folder as it was at the last release stands. */
export const fileOf = (folder: string) => `${folder}/${FILE}`

/** The contracts of the last release; a folder that is new since has none. */
export function readReleased(root: string): Contracts {
  const files = globSync([`{services,packages}/*/${FILE}`, `{mf-*,shell}/${FILE}`], { cwd: root }).sort()
  return Object.fromEntries(files.map((file) => [file.slice(0, -FILE.length - 1), readJson(root, file)]))
}

/** A schema as the body of a request or an answer. */
export const jsonContent = (schema: Json): Json => ({
  content: { 'application/json': { schema } },
})

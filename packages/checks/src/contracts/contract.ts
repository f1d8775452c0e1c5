import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export type Json = Record<string, unknown>

export type Paths = Record<string, Record<string, Json>>

export interface Contract {
  release: string
  version: string
  /** Routes by path; for a feed event `feed <type>`; for an area `area.json`. */
  paths?: Paths
  /** Names of an area: `page /medicines`, `event medicines-changed { medicineIds: string[] }`. */
  names?: string[]
  /** Package ranges of an area, and its run-time imports such as `ApiError from @mms/sdk`. */
  requires?: Record<string, string>
  imports?: string[]
  /** Exports of sdk and ui, as `ApiError from @mms/sdk`. */
  exports?: string[]
}

export type Contracts = Record<string, Contract>

const FILE = 'contract.json'

export const readText = (root: string, file: string) => readFileSync(join(root, file), 'utf8')
export const readJson = <T>(root: string, file: string) => JSON.parse(readText(root, file)) as T
export const importModule = (root: string, file: string) => import(pathToFileURL(join(root, file)).href)

export function versionOf(root: string, folder: string): string {
  return readJson<{ version: string }>(root, join(folder, 'package.json')).version
}

export const contractFile = (folder: string) => `${folder}/${FILE}`

export function readReleased(root: string): Contracts {
  const files = globSync([`{services,packages}/*/${FILE}`, `{mf-*,shell}/${FILE}`], { cwd: root }).sort()
  return Object.fromEntries(files.map((file) => [file.slice(0, -FILE.length - 1), readJson(root, file)]))
}

export const jsonContent = (schema: Json): Json => ({
  content: { 'application/json': { schema } },
})

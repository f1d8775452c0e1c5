import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Bug } from './bug.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The source texts with the bug in them, by the URL of the file. Throws when a text is not there exactly once. */
export function plantedSources({ name, patches }: Pick<Bug, 'name' | 'patches'>): Map<string, string> {
  const sources = new Map<string, string>()
  for (const { file, find, replace } of patches) {
    const url = pathToFileURL(resolve(root, file)).href
    const source = sources.get(url) ?? readFileSync(new URL(url), 'utf8')
    if (source.split(find).length !== 2) throw new Error(`${name}: not exactly once in ${file}: ${find}`)
    sources.set(
      url,
      source.replace(find, () => replace),
    )
  }
  return sources
}

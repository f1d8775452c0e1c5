import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Compiler } from '@rspack/core'

/** Days for which open tabs may still load chunks of an old build. */
export const KEPT_DAYS = 7
const KEPT_MS = KEPT_DAYS * 86_400_000

const RECORD = '.replaced.json'
type Replaced = Record<string, number>

const NAMED_BY_CONTENT = /^assets\/.*\.[\da-f]{16}\.\w+(?:\.map)?$/
const withoutCoding = (file: string) => file.replace(/\.(?:br|gz)$/, '')

/** Deletes files that are not `current`: those with a content hash after seven days, others at once. `now` in ms. */
export async function pruneOldFiles(folder: string, current: Set<string>, now: number): Promise<void> {
  const noted = readFile(path.join(folder, RECORD), 'utf8').then(JSON.parse)
  const record: Replaced = await noted.catch(() => ({}))
  const staying: Replaced = {}
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name))
    const original = withoutCoding(file)
    if (current.has(original) || file === RECORD) continue
    const since = record[file] ?? now
    if (NAMED_BY_CONTENT.test(original) && now - since <= KEPT_MS) staying[file] = since
    else await rm(path.join(folder, file))
  }
  await writeFile(path.join(folder, RECORD), JSON.stringify(staying))
}

export class OldFilesPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.afterEmit.tapPromise('OldFilesPlugin', (compilation) => {
      const current = new Set(compilation.getAssets().map(({ name }) => name))
      return pruneOldFiles(compiler.outputPath, current, Date.now())
    })
  }
}

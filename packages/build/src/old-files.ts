import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Compiler } from '@rspack/core'

/** A tab that was opened before a build may fetch the rest of its code for so long after it. */
export const KEPT_DAYS = 7
const KEPT_MS = KEPT_DAYS * 86_400_000

/** When each file was first no part of the latest build. */
const RECORD = '.replaced.json'
type Replaced = Record<string, number>

const NAMED_BY_CONTENT = /^assets\/.*\.[\da-f]{16}\.\w+(?:\.map)?$/
const withoutCoding = (file: string) => file.replace(/\.(?:br|gz)$/, '')

async function readRecord(file: string): Promise<Replaced> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Replaced
  } catch {
    return {}
  }
}

/**
 * Removes from `folder` what is no part of the latest build, whose files are `current`. A file named by its content
 * stays until seven days after the first build without it; any other goes at once. `now` is in milliseconds.
 */
export async function pruneOldFiles(folder: string, current: Set<string>, now: number): Promise<void> {
  const record = await readRecord(path.join(folder, RECORD))
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

/** Leaves the files of earlier builds to the tabs that are open, see `pruneOldFiles`. */
export class OldFiles {
  apply(compiler: Compiler): void {
    compiler.hooks.afterEmit.tapPromise('OldFiles', (compilation) => {
      const current = new Set(compilation.getAssets().map(({ name }) => name))
      return pruneOldFiles(compiler.outputPath, current, Date.now())
    })
  }
}

import { type FSWatcher, watch } from 'node:fs'
import { dirname, join } from 'node:path'

/** Editors write a file in several steps, and refactorings write many files. */
const SETTLED_MS = 100

export interface WatchedFiles {
  add(file: string): void
  close(): void
}

/** Calls `onChange` once writes have settled. It watches folders, because many editors replace files. */
export function watchFiles(onChange: () => void): WatchedFiles {
  const files = new Set<string>()
  const folders = new Map<string, FSWatcher>()
  let settled: NodeJS.Timeout | undefined

  const watchFolder = (folder: string) => {
    const watcher = watch(folder, (_, name) => {
      if (name === null || !files.has(join(folder, name))) return
      clearTimeout(settled)
      settled = setTimeout(onChange, SETTLED_MS)
    })
    // The folder is gone, e.g. on another branch; a later import watches it again.
    watcher.on('error', () => {
      watcher.close()
      folders.delete(folder)
    })
    folders.set(folder, watcher)
  }

  return {
    add(file) {
      files.add(file)
      const folder = dirname(file)
      if (!folders.has(folder)) watchFolder(folder)
    },
    close() {
      clearTimeout(settled)
      for (const watcher of folders.values()) watcher.close()
    },
  }
}

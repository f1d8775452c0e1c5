import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
/** Packages that front-end builds find by path. */
const lookedUp = ['react', 'react-dom']

export interface ScratchCopy {
  folder: string
  /** Replaces text in a file, like an editor that saves it. */
  edit(file: string, before: string, after: string): Promise<void>
  remove(): Promise<void>
}

async function link(from: string, to: string): Promise<void> {
  await mkdir(dirname(from), { recursive: true })
  await symlink(to, from)
}

/**
 * Copies the sources into a folder of the repository, so that other packages are found in its node_modules. The suite's
 * own packages come from the copy.
 */
async function copySources(): Promise<ScratchCopy> {
  await mkdir(join(root, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(root, '.cache/scratch-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root })
  const files = listed.toString().split('\0').filter(Boolean)
  await Promise.all(files.map((file) => cp(join(root, file), join(folder, file))))
  for (const path of globSync('packages/*', { cwd: folder })) {
    await link(join(folder, 'node_modules/@mms', basename(path)), join(folder, path))
  }
  for (const name of lookedUp) {
    await link(join(folder, 'node_modules', name), join(root, 'node_modules', name))
  }
  for (const path of globSync('{services,packages}/*/node_modules/*', { cwd: root })) {
    await link(join(folder, path), join(root, path))
  }
  return {
    folder,
    async edit(file, before, after) {
      const text = await readFile(join(folder, file), 'utf8')
      if (!text.includes(before)) throw new Error(`${file} has no ${before}`)
      await writeFile(join(folder, file), text.replaceAll(before, after))
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Fixture: an editable copy of the sources. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
export const copyOfSources = async ({}, use: (copy: ScratchCopy) => Promise<void>): Promise<void> => {
  const copy = await copySources()
  await use(copy)
  await copy.remove()
}

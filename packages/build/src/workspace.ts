import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const suiteRoot = path.resolve(import.meta.dirname, '../../..')

interface PackageJson {
  name: string
  version: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

export function readPackage(folder: string): PackageJson {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
}

export function packageFolder(name: string): string {
  return path.join(suiteRoot, 'packages', name.replace('@mms/', ''))
}

/**
 * Hash of all sources of a front end: its folder, the suite's packages it uses, and the lock file. If it changes, the
 * front end must be rebuilt, but the result may be the same.
 */
export function sourcesId(folder: string): string {
  const hash = createHash('sha256')
  const files = [...sourceFolders(folder)].sort().flatMap(sourceFiles)
  for (const file of [...files, path.join(suiteRoot, 'package-lock.json')]) {
    hash.update(path.relative(suiteRoot, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex').slice(0, 12)
}

function sourceFolders(folder: string, found = new Set<string>()): Set<string> {
  if (found.has(folder)) return found
  found.add(folder)
  const { dependencies, devDependencies } = readPackage(folder)
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    if (name.startsWith('@mms/')) sourceFolders(packageFolder(name), found)
  }
  return found
}

function sourceFiles(folder: string): string[] {
  return globSync(['package.json', 'rspack.config.ts', 'src/**/*.*', 'public/**/*.*'], { cwd: folder })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort()
    .map((file) => path.join(folder, file))
}

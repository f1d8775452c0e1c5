import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFiles } from '../boundaries/imports.ts'
import { findWorkspaces } from '../workspaces.ts'

/** Marks code for compatibility with an earlier release. */
const SERVES = /\bServes release (\d+)\.(\d+)\b/g

const minorOf = (version: string) => version.split('.').slice(0, 2).map(Number) as [number, number]

/**
 * Refuses compatibility code older than one minor version. With 0.4 in the root's package.json, `Serves release
 * 0.2` is refused.
 */
export function checkReleases(root: string): string[] {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const [major, minor] = minorOf(version)
  const files = findWorkspaces(root).flatMap(({ folder }) => sourceFiles(root, folder))
  return files.flatMap((file) => {
    const served = readFileSync(join(root, file), 'utf8').matchAll(SERVES)
    const tooOld = [...served].filter(([, ofMajor, ofMinor]) =>
      Number(ofMajor) === major
        ? Number(ofMinor) + 2 <= minor
        : Number(ofMajor) < (minor === 0 ? major - 1 : major),
    )
    return [...new Set(tooOld.map(([words]) => words))].map(
      (words) => `${file} says "${words}", and this is ${version}: delete what does so`,
    )
  })
}

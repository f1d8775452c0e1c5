import { execFileSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { bundlesFolder, type Deployable } from '../../deploy/kubernetes/src/deployables.ts'
import { root } from './processes.ts'

const MOST_BYTES = 2 ** 29
const measured = new Map<string, number>()

/** Compressed like an image layer: tar and gzip. */
function compressed(folder: string): number {
  const options = ['-cz', '--exclude=./node_modules', '-C', folder, '.']
  const bytes = measured.get(folder) ?? execFileSync('tar', options, { maxBuffer: MOST_BYTES }).length
  measured.set(folder, bytes)
  return bytes
}

export const bundledBytes = ({ name }: Deployable): number =>
  execFileSync('tar', ['-cz', '-C', join(bundlesFolder, name), '.'], { maxBuffer: MOST_BYTES }).length

export function installedBytes({ folder }: Deployable): number {
  const options = ['ls', '--all', '--omit=dev', '--parseable', '--workspace', folder]
  const list = execFileSync('npm', options, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const folders = new Set(list.trim().split('\n'))
  return [...folders]
    .filter((path) => relative(root, path) !== '')
    .reduce((sum, path) => sum + compressed(path), 0)
}

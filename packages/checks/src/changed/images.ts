import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Workspace } from '../workspaces.ts'
import { findAffected } from './affected.ts'

/** An image to release: its name, of which Dockerfile, and the version that it gets. */
export interface Image {
  name: string
  dockerfile: 'server' | 'front-end'
  /** Of its package.json, and the commit: `0.3.0-1a2b3c4`. */
  version: string
}

const deployed = /^(services\/|gateway$|shell$|mf-)/
/** What every image is made by. */
const maker = /^(deploy\/kubernetes\/(images|src\/bundle)|packages\/build)\//

/**
 * The images that changed files are a part of, by the graph of workspaces.
 *
 * @param changed paths relative to the root; `undefined`: all images
 */
export function imagesOf(
  root: string,
  changed: string[] | undefined,
  workspaces: Workspace[],
  commit: string,
): Image[] {
  const { folders, everything } = findAffected(changed ?? [], workspaces)
  const isAll = changed === undefined || everything || changed.some((path) => maker.test(path))
  return workspaces
    .map(({ folder }) => folder)
    .filter((folder) => deployed.test(folder) && (isAll || folders.includes(folder)))
    .map((folder) => {
      const { version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
        version: string
      }
      return {
        name: basename(folder),
        dockerfile: /^(shell|mf-)/.test(folder) ? 'front-end' : 'server',
        version: `${version}-${commit.slice(0, 7)}`,
      }
    })
}

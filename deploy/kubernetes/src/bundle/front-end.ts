import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { areaManifestSchema } from '@mms/contracts'
import { type Deployable, root } from '../deployables.ts'

/** Leaves out build records, and source maps, which contain the sources. */
const isServed = (file: string) => !basename(file).startsWith('.') && !file.endsWith('.map')

const buildOf = (dist: string) =>
  areaManifestSchema.parse(JSON.parse(readFileSync(join(dist, 'area.json'), 'utf8'))).build

export function missingBuilds(deployables: Deployable[], repository: string = root): string | undefined {
  const missing = deployables
    .filter(({ kind }) => kind === 'shell' || kind === 'area')
    .filter(({ folder, kind }) => {
      const entry = kind === 'shell' ? 'index.html' : 'area.json'
      return !existsSync(join(repository, folder, 'dist', entry))
    })
    .map(({ name }) => name)
  return missing.length > 0 ? `Not built: ${missing.join(', ')}. Run npm run build first.` : undefined
}

/** Copies an area into a folder named by its build id, and again as `current`. */
export function copyFrontEnd({ folder, kind }: Deployable, target: string): void {
  const dist = join(root, folder, 'dist')
  const copy = (to: string) => cpSync(dist, to, { recursive: true, filter: isServed })
  if (kind === 'shell') {
    copy(target)
    return
  }
  const build = buildOf(dist)
  copy(join(target, build))
  symlinkSync(build, join(target, 'current'))
}

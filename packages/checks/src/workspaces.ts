import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../../..')

export interface Workspace {
  name: string
  folder: string
  dependencies: string[]
  devDependencies: string[]
}

interface Manifest {
  name: string
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}

export function findWorkspaces(root: string): Workspace[] {
  const globs = readManifest(join(root, 'package.json')).workspaces ?? []
  const manifests = globSync(
    globs.map((glob) => `${glob}/package.json`),
    { cwd: root },
  )
  return manifests.sort().map((path) => {
    const { name, dependencies = {}, devDependencies = {} } = readManifest(join(root, path))
    return {
      name,
      folder: dirname(path),
      dependencies: Object.keys(dependencies),
      devDependencies: Object.keys(devDependencies),
    }
  })
}

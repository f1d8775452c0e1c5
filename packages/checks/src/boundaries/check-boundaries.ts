import { relative } from 'node:path'
import { findWorkspaces, type Workspace } from '../workspaces.ts'
import { importTargetOf, relativeImports, sourceFiles } from './imports.ts'
import { type Layer, layers } from './layers.ts'

/** Checks relative imports and which packages depend on each other. Biome checks imports against package.json. */
export function checkBoundaries(root: string): string[] {
  return findWorkspaces(root).flatMap((workspace) => {
    const layer = layers.find(({ folder }) => folder.test(workspace.folder))
    if (!layer) return [`${workspace.folder} has no place in packages/checks/src/boundaries/layers.ts`]
    return [
      ...wrongDependencies(workspace, layer),
      ...(layer.reachesInside ? [] : escapingImports(root, workspace)),
    ]
  })
}

function wrongDependencies(
  { folder, dependencies, devDependencies }: Workspace,
  { mms, others }: Layer,
): string[] {
  const ours = [...dependencies, ...devDependencies].filter((name) => name.startsWith('@mms/'))
  const foreign = dependencies.filter((name) => !name.startsWith('@mms/'))
  const wrong = [
    ...ours.filter((name) => !mms.includes(name.slice('@mms/'.length))),
    ...(others ? foreign.filter((name) => !others.includes(name)) : []),
  ]
  return wrong.map((name) => `${folder} must not depend on ${name}`)
}

function escapingImports(root: string, { folder }: Workspace): string[] {
  return sourceFiles(root, folder).flatMap((file) => {
    const isEscaping = (path: string) => relative(folder, importTargetOf(file, path)).startsWith('..')
    const escaping = relativeImports(root, file).filter(isEscaping)
    return escaping.map((path) => `${file} imports ${path}: use the package's name, declared in package.json`)
  })
}

import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

export function sourceFiles(root: string, folder: string): string[] {
  const isForeign = (path: string) => /(^|\/)(node_modules|dist)(\/|$)/.test(path)
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: isForeign }).sort()
}

export function relativeImports(root: string, file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module
  const specifiers = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
  ]
  return [...new Set(specifiers.filter((specifier) => specifier?.startsWith('.')))] as string[]
}

export const importTargetOf = (file: string, specifier: string): string =>
  normalize(join(dirname(file), specifier))

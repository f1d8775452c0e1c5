import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/deployables.ts'
import type { Rendered } from './rendered.ts'

/** Maps `apps/v1`, or a full group name such as `networking.k8s.io/v1`, to a module. */
const moduleOf = ({ apiVersion, kind }: Rendered) => `kubernetes-models/${apiVersion}/${kind}`
const typeOf = ({ kind }: Rendered, i: number) => `${kind}${i}`

export function schemaProblems(documents: Rendered[]): string[] {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'strict-'))
  const file = join(folder, 'documents.ts')
  const statements = documents.flatMap((document, i) => [
    `import type { I${document.kind} as ${typeOf(document, i)} } from '${moduleOf(document)}'`,
    `export const document${i}: ${typeOf(document, i)} = ${JSON.stringify(document)}`,
  ])
  writeFileSync(file, statements.join('\n'))
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--pretty', 'false']
  const modules = ['--module', 'nodenext', '--target', 'esnext', '--types', '']
  try {
    execFileSync(join(root, 'node_modules/.bin/tsc'), [...options, ...modules, file], {
      cwd: root,
      stdio: 'pipe',
    })
    return []
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout)
      .trim()
      .split('\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../deployables.ts'
import type { Rendered } from './render.ts'

/** Where a kind is defined: `apps/v1`, and `networking.k8s.io/v1` of a group with a full name. */
const moduleOf = ({ apiVersion, kind }: Rendered) => `kubernetes-models/${apiVersion}/${kind}`
const typeOf = ({ kind }: Rendered, i: number) => `${kind}${i}`

interface Model {
  validate(): void
}

/** What does not fit the schema of its kind: wrong types, missing fields. */
export async function schemaProblems(documents: Rendered[]): Promise<string[]> {
  const problems: string[] = []
  for (const document of documents) {
    const models = (await import(moduleOf(document))) as Record<string, new (data: object) => Model>
    const Kind = models[document.kind]
    try {
      if (Kind) new Kind(document).validate()
      else problems.push(`${document.kind} is unknown`)
    } catch (error) {
      problems.push(`${document.kind} ${document.metadata.name}: ${(error as Error).message}`)
    }
  }
  return problems
}

/** A schema allows any further field, so that a misspelt one passes; for the compiler it is an error. */
export function misspelt(documents: Rendered[]): string[] {
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

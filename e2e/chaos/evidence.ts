import { appendFileSync } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Galera } from '@mms/service-kit/test-support'

/** Writes down what happens when, as it happens: ms since the start and a sentence. */
export function createTimeline(file: string): (what: string) => void {
  const startedAt = performance.now()
  return (what) => appendFileSync(file, `${Math.round(performance.now() - startedAt)} ${what}\n`)
}

const plain = (_: string, value: unknown) => {
  if (value instanceof Map) return Object.fromEntries(value)
  return value instanceof Set ? [...value] : value
}

/** Puts each part of what is known of a run into a file of its own, for whoever looks for the cause. */
export async function keepEvidence(folder: string, parts: Record<string, unknown>): Promise<void> {
  for (const [name, part] of Object.entries(parts)) {
    if (part !== undefined) await writeFile(join(folder, `${name}.json`), JSON.stringify(part, plain, 1))
  }
}

/** Copies what the nodes of a cluster have logged, which is gone with them. */
export async function keepNodeLogs(folder: string, { nodes }: Galera): Promise<void> {
  for (const [index, { errorLog }] of nodes.entries())
    await copyFile(errorLog, join(folder, `node-${index + 1}.log`))
}

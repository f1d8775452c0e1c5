import { appendFileSync } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Galera } from '@mms/service-kit/test-support'

/** Logs events with their time since the start, in ms. */
export function createTimeline(file: string): (what: string) => void {
  const startedAt = performance.now()
  return (what) => appendFileSync(file, `${Math.round(performance.now() - startedAt)} ${what}\n`)
}

const plain = (_: string, value: unknown) => {
  if (value instanceof Map) return Object.fromEntries(value)
  return value instanceof Set ? [...value] : value
}

/** Writes each part of the evidence to its own file. */
export async function keepEvidence(folder: string, parts: Record<string, unknown>): Promise<void> {
  for (const [name, part] of Object.entries(parts)) {
    if (part !== undefined) await writeFile(join(folder, `${name}.json`), JSON.stringify(part, plain, 1))
  }
}

/** Copies the logs of cluster nodes before they are removed. */
export async function keepNodeLogs(folder: string, { nodes }: Galera): Promise<void> {
  for (const [index, { errorLog }] of nodes.entries())
    await copyFile(errorLog, join(folder, `node-${index + 1}.log`))
}

import { appendFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

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

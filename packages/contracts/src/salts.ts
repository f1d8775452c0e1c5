import { readFileSync } from 'node:fs'
import { compositionIn, compositionKey, saltWords } from './composition.ts'

/** For services only; browsers receive the finished key. */

const lines = readFileSync(new URL('./salts.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

const salts = new Map(
  lines.flatMap((line) => {
    const [name = '', others = ''] = line.split(':')
    const synonyms = others.split(',').filter((other) => other.trim() !== '')
    return [name, ...synonyms].map((each) => [saltWords(each), name] as const)
  }),
)

/** Returns the `compositionKey` by this release's table of salts. */
export const compositionKeyOf = (medicine: Parameters<typeof compositionKey>[0]): string | null =>
  compositionKey(medicine, salts)

/** Returns `compositionIn` by this release's table of salts. */
export const compositionOfName = (name: string): string | null => compositionIn(name, salts)

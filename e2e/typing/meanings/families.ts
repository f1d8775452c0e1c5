import { readFileSync } from 'node:fs'

export interface Branded {
  /** As it is asked for. */
  spoken: string
  name: string
}

/**
 * Brand families of Indian stores, from public knowledge: spoken = name on the shelf. An empty line begins a
 * family.
 */
const TEXT = readFileSync(new URL('families.txt', import.meta.url), 'utf8')

export const families: readonly (readonly Branded[])[] = TEXT.trim()
  .split('\n\n')
  .map((block) =>
    block.split('\n').map((line) => {
      const [spoken = '', name = ''] = line.split(' = ')
      return { spoken, name }
    }),
  )

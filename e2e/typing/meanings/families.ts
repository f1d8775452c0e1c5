import { readFileSync } from 'node:fs'

export interface Branded {
  /** As it is asked for. */
  spoken: string
  name: string
}

/**
 * Brand families as Indian stores write them, from public knowledge: what a pharmacist says = the name on the shelf. A
 * family begins at an empty line. Names differ in how they write form, strength and pack, as shelves do.
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

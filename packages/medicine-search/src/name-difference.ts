export interface NamePart {
  text: string
  differs: boolean
}

const WORD = /[\p{L}\p{M}]+|\p{N}+(?:[.,]\p{N}+)*/gu

const wordsOf = (name: string): string[] =>
  (name.match(WORD) ?? []).map((word) => word.normalize('NFKC').toLowerCase())

/** Splits two names of a brand into equal and different parts. If the first words differ, marks no difference. */
export function nameDifference(first: string, second: string): [NamePart[], NamePart[]] {
  const [words, otherWords] = [wordsOf(first), wordsOf(second)]
  if (words[0] !== otherWords[0]) return [plain(first), plain(second)]
  return [split(first, otherWords), split(second, words)]
}

const plain = (text: string): NamePart[] => [{ text, differs: false }]

function split(name: string, otherWords: readonly string[]): NamePart[] {
  const open = [...otherWords]
  const parts: NamePart[] = []
  let end = 0
  const add = (text: string, differs: boolean) => {
    const before = parts.at(-1)
    if (before?.differs === differs) before.text += text
    else if (text !== '') parts.push({ text, differs })
  }
  for (const { 0: word, index } of name.matchAll(WORD)) {
    const at = open.indexOf(word.normalize('NFKC').toLowerCase())
    if (at >= 0) open.splice(at, 1)
    add(name.slice(end, index), false)
    add(word, at < 0)
    end = index + word.length
  }
  add(name.slice(end), false)
  return parts
}

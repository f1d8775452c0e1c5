import { readFileSync } from 'node:fs'
import { formsAlike, type ReadWord, readWords } from './name-words.ts'

/** Used by services only. Browsers receive the key ready-made. */

const BETWEEN_SALTS = /\s*[+&;]\s*|,\s+|\s+(?:and|with)\s+/i
/** Release types and routes, as one word each. Medicines that differ in these are not interchangeable. */
const MANNERS = new Map(
  Object.entries({
    eye: 'eye ophthalmic',
    ear: 'ear',
    nasal: 'nasal',
    vaginal: 'vaginal',
    nebuliser: 'nebuliser nebulizer nebulising respirator',
    dusting: 'dusting',
    chewable: 'chewable',
    dispersible: 'dispersible dt',
    effervescent: 'effervescent',
    melting: 'md mouth dissolving',
    slow: 'sustained extended prolonged controlled modified sr er xr xl pr cr mr od',
    enteric: 'enteric delayed gastro dr ec',
  }).flatMap(([manner, words]) => words.split(' ').map((word) => [word, manner])),
)
const SILENT = new Set(
  'oral topical dry film coated soft gelatin pack box nos of x human release resistant per dose'.split(' '),
)
/** Converts weights to milligrams. Other units are kept. */
const MILLIGRAMS = new Map([
  ...'g gm gms gram grams'.split(' ').map((unit) => [unit, 1_000] as const),
  ...'mg mgs'.split(' ').map((unit) => [unit, 1] as const),
  ...'mcg ug μg'.split(' ').map((unit) => [unit, 1e-3] as const),
])

/** Normalises the name of a salt: `Vitamin D3` becomes `vitamin d 3`. */
const saltWords = (name: string): string =>
  readWords(name)
    .map(({ text }) => text)
    .join(' ')

const lines = readFileSync(new URL('./salts.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** Names to suggest while a composition is typed. */
export const saltNames: readonly string[] = lines.map((line) => {
  const name = line.split(':', 1).join().trim()
  return name.charAt(0).toUpperCase() + name.slice(1)
})

/** Maps each name of a salt to the one name that is compared. */
const salts = new Map(
  lines.flatMap((line) => {
    const [name = '', others = ''] = line.split(':')
    const synonyms = others.split(',').filter((other) => other.trim() !== '')
    return [name, ...synonyms].map((each) => [saltWords(each), name] as const)
  }),
)

interface Part {
  salt: string
  strength: string
}

function saltAt(words: readonly ReadWord[], at: number): [string, number] | undefined {
  for (let end = words.length; end > at; end -= 1) {
    const found = salts.get(
      words
        .slice(at, end)
        .map(({ text }) => text)
        .join(' '),
    )
    if (found !== undefined) return [found, end - at]
  }
  return undefined
}

const isForm = ({ kind, text }: ReadWord) =>
  kind === 'form' || kind === 'solid' || MANNERS.has(text) || SILENT.has(text)

/** In milligrams if it is a weight. `per`: volume in millilitres. */
function amountOf({ text, unit }: ReadWord, per?: number): string {
  const [weight = '', volume = ''] = unit.split('/')
  const factor = MILLIGRAMS.get(weight)
  const amount = Number(((Number(text) * (factor ?? 1)) / (per ?? 1)).toPrecision(10))
  const isVolume = per !== undefined || volume === 'ml'
  return `${amount} ${factor === undefined ? weight.replace('units', 'iu') : 'mg'}${isVolume ? '/ml' : ''}`.trim()
}

function partOf(text: string): Part | undefined {
  const words = readWords(text)
  const start = words.findIndex((word, at) => saltAt(words, at) !== undefined || !isForm(word))
  const found = start < 0 ? undefined : saltAt(words, start)
  if (!found) return undefined
  const strengths: string[] = []
  let ratio = ''
  for (let at = start + found[1]; at < words.length; at += 1) {
    const word = words[at] as ReadWord
    const next = words[at + 1]
    if (isForm(word) || word.kind === 'pack') continue
    if (word.kind === 'word') return undefined
    if (word.unit === '' && next?.isJoined && next.kind === 'strength') {
      ratio = ` ${word.text}/${next.text}`
      at += 1
    } else if (word.kind === 'concentration' && next?.isJoined) {
      strengths.push(amountOf(word, Number(next.text) || 1))
      at += 1
    } else strengths.push(amountOf(word))
  }
  return { salt: found[0] + ratio, strength: strengths.join(' ') }
}

/** `Oral Suspension` and `syrup` are the same form; `eye drops` and `ear drops` are different ones. */
function formOf(text: string): string {
  const forms = readWords(text).flatMap(({ kind, text: word }) => {
    const manner = MANNERS.get(word)
    if (manner) return [manner]
    const isNamed = (kind === 'form' || kind === 'solid') && !SILENT.has(word)
    return isNamed ? [[word, ...formsAlike(word)].sort()[0] as string] : []
  })
  return [...new Set(forms)].sort().join(' ')
}

interface Described {
  name: string
  composition?: string | null | undefined
}

/**
 * Returns salts, strengths and form in comparable form, or null if any part cannot be parsed. A name may itself be a
 * composition. The form comes from the composition or, if missing there, from the name.
 * @example
 * compositionKeyOf({ name: 'Augmentin 625 Tablet', composition: 'Amoxycillin 500 mg + Clavulanate 125 mg' })
 * // 'amoxicillin+clavulanic acid|500 mg+125 mg|tablets'
 */
export function compositionKeyOf({ name, composition }: Described): string | null {
  const text = composition || name
  const parts: Part[] = []
  for (const each of text.split(BETWEEN_SALTS)) {
    const part = partOf(each)
    if (!part) return null
    parts.push(part)
  }
  parts.sort((a, b) => (a.salt < b.salt ? -1 : 1))
  const joined = (field: keyof Part) => parts.map((part) => part[field]).join('+')
  return `${joined('salt')}|${joined('strength')}|${formOf(text) || formOf(name)}`
}

/** Returns the salts and strengths in a name, without form and pack (`Paracetamol 250 mg/5 ml`), or null. */
export function compositionOfName(name: string): string | null {
  const saidBy = (text: string) => compositionKeyOf({ name: text })?.split('|', 2).join()
  const said = saidBy(name)
  if (said === undefined) return null
  const words = name.trim().split(/\s+/)
  while (saidBy(words.slice(0, -1).join(' ')) === said) words.pop()
  return words.join(' ')
}

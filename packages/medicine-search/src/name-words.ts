/** `units`: insulin units. `concentration`: strength per volume. `pack`: pieces or size. `solid`: tablets, capsules. */
export type WordKind = 'word' | 'strength' | 'units' | 'concentration' | 'pack' | 'solid' | 'form'

export interface NameWord {
  text: string
  kind: WordKind
  /** True if `/` or `-` joins it to the number before. */
  isJoined: boolean
}

/** Each form with its spellings. A typed beginning (`tab`, `inj`) means the form. */
const FORMS: Partial<Record<WordKind, string>> = {
  solid: 'tablets tablet tabs tab tb tbs, capsules capsule caps cap, softgels softgel, strips strip',
  form: `sachets sachet, lozenges lozenge, syrup syp syr, suspension susp, drops drop drps, injection inj injections, cream crm, gel, ointment oint, lotion,
    inhaler, respules respule, rotacaps rotacap, transcaps, spray, powder pwd, solution soln sol, liquid liq, vial vials,
    ampoule amp, pfs, cartridge cartridges, penfill, flexpen, kwikpen, pen, refill, bottle, tube, expectorant, linctus, granules, shampoo, soap,
    mouthwash, gargle, wash, scrub, patch, suppository, pessary, enema, infusion, jelly, paint, foam, kit`,
}
const ALIKE = ['syrup suspension solution liquid', 'injection vial ampoule pfs', 'cartridge penfill'].map(
  (line) => line.split(' '),
)
const BESIDES_FORM = `oral eye ear nasal ophthalmic vaginal topical dusting dry chewable dispersible effervescent film coated soft gelatin
  pack box nos of x dt md pr mr sr er xr cr human
  surgical fast pain relief alkalets orange mint lemon mango strawberry pineapple vanilla banana tangy flavour flavoured`
/** In "Capsule MR", MR is part of the form, but Zerodol MR is not the same medicine as Zerodol. */
const IN_FORM_ONLY = /^([psexc]r|mr|md)$/
/** Stores also write forms before the name: "Tab Telma 40", "Human Mixtard 30". */
const LEADING = /^(tablets|capsules|syrup|suspension|injection|drops|cream|ointment|gel|lotion|human)$/

const UNITS = /^(mg|mgs|mcg|ug|μg|g|gm|gms|grams?|ml|l|iu|units)$/
const SIZED_BY_WEIGHT = /^(cream|gel|ointment|lotion|powder|jelly|granules|spray|foam|soap|tube)$/

const forms = new Map<string, { text: string; kind: WordKind }>()
for (const [kind, lines] of Object.entries(FORMS)) {
  for (const line of lines.split(',')) {
    const [text = '', ...others] = line.trim().split(/\s+/)
    for (const word of [text, ...others]) forms.set(word, { text, kind: kind as WordKind })
  }
}
const SPELLINGS = new Map([
  ['jr', 'junior'],
  ['paediatric', 'pediatric'],
])
/** Forms that may be split off a word. Not tab and cap, because brands end in them: Clopitab. */
const written = new Set(forms.keys())
written.delete('tab')
written.delete('cap')
for (const text of BESIDES_FORM.split(/\s+/)) forms.set(text, { text, kind: 'solid' })

/** Returns the form that a spelling stands for: `syr` is syrup. */
export const formOf = (word: string): string => forms.get(word)?.text ?? word

const alike = new Map(
  ALIKE.flatMap((group) => group.map((form) => [form, group.filter((one) => one !== form)] as const)),
)
const none: readonly string[] = []
export const formsAlike = (form = ''): readonly string[] => alike.get(form) ?? none

const SHORTEST_BEFORE_FORM = 3
/** Splits the place of use off a word: "zoconeye" becomes "zocon eye". */
const splitPlace = (letters: string) => letters.replace(/(?<=...)(eye|ear|oral|nasal)$/, ' $1')

/** Splits forms off words: "levolinsyrup" becomes "levolin syrup". */
export const splitForms = (text: string): string =>
  text.toLowerCase().replace(/\p{L}+/gu, (letters) => {
    for (let at = SHORTEST_BEFORE_FORM; at < letters.length; at += 1) {
      if (written.has(letters.slice(at))) return `${splitPlace(letters.slice(0, at))} ${letters.slice(at)}`
    }
    return letters
  })

const LETTERS_OR_NUMBER = /[\p{L}\p{M}]+|\.?\p{N}+(?:[.,]\p{N}+)*/gu
const DEVANAGARI_ZERO = 0x966

/**
 * Converts to lower case without accents; composed and decomposed letters become equal. Devanagari marks are kept, as
 * they are vowels. Devanagari digits become 0 to 9.
 */
function fold(text: string): string {
  let plain = text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  if (!/^[\x00-\x7f]*$/.test(text)) {
    plain = text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f\u200c\u200d]/g, '')
      .normalize('NFC')
      .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
  }
  plain = plain.toLowerCase().replace(/['’]/g, '')
  // "D.S." is one word, "w/w" is dropped, "E/D" means eye drops.
  return plain.includes('.') || plain.includes('/')
    ? plain
        .replace(/(?<!\p{L})(\p{L})\.(?=\p{L}(?!\p{L}))/gu, '$1')
        .replace(/\b[wv]\/[wv]\b/g, ' ')
        .replace(/\be\/e\b/g, 'eye ear')
        .replace(/\be\/d(rops?)?\b/g, 'eye drops')
    : plain
}

/** Normalises a number: `.5`, `0.50` and `0.5` become equal, and so do `1,000` and `1000`. */
function numberOf(text: string): string {
  let number = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(text)
    ? text.replaceAll(',', '')
    : text.replaceAll(',', '.')
  if (number.startsWith('.')) number = `0${number}`
  if (/^\d+\.\d+$/.test(number)) number = number.replace(/\.?0+$/, '')
  return number.replace(/^0+(?=\d)/, '')
}

export const plainWordsOf = (text: string): string[] =>
  (fold(text).match(LETTERS_OR_NUMBER) ?? []).map((word) => (isNumber(word) ? numberOf(word) : word))

/** Optimised for ASCII, because it runs for thousands of words per key press. */
export function isNumber(word: string): boolean {
  const code = word.charCodeAt(0)
  if (code < 0x80) return (code >= 0x30 && code <= 0x39) || code === 0x2e
  return /^\p{N}/u.test(word)
}

export interface ReadWord extends NameWord {
  unit: string
  isBracketed: boolean
}

/**
 * Returns the words in order of comparison: identifying words, then forms, then packs and strengths per volume. A typed
 * `tab` remains a beginning. Letters are split from numbers (`gp1`); units after a number are dropped.
 */
export function wordsOf(name: string, isTyped = false): NameWord[] {
  const [words, forms, others]: [NameWord[], NameWord[], NameWord[]] = [[], [], []]
  for (const { text, isJoined, kind } of readWords(name, isTyped)) {
    const part = identifiesMedicine(kind)
      ? words
      : kind === 'concentration' || kind === 'pack'
        ? others
        : forms
    part.push({ text, isJoined, kind })
  }
  return [...words, ...forms, ...others]
}

export function readWords(name: string, isTyped = false): ReadWord[] {
  const read = readAll(fold(name), isTyped)
  const isSizedByWeight = read.some((word) => SIZED_BY_WEIGHT.test(word.text))
  for (const [at, word] of read.entries()) {
    word.kind = isNumber(word.text) ? kindOfNumber(read, at, isSizedByWeight) : kindOfWord(read, at)
  }
  return read
}

/** True if a word of this kind identifies the medicine. Form and pack do not. */
export const identifiesMedicine = (kind: WordKind | undefined): boolean =>
  kind === 'word' || kind === 'strength' || kind === 'units'

function readAll(folded: string, isTyped: boolean): ReadWord[] {
  const read: ReadWord[] = []
  let end = 0
  for (const { 0: raw, index } of folded.matchAll(LETTERS_OR_NUMBER)) {
    const before = read.at(-1)
    const gap = folded.slice(end, index)
    const isAfterNumber = before !== undefined && isNumber(before.text)
    if (!isNumber(raw) && isAfterNumber && (UNITS.test(raw) || isCount(raw, gap, before.text))) {
      if (before.unit === '') before.unit = raw
      else if (gap === '/') before.unit += `/${raw}`
    } else {
      const isJoined = gap !== ' ' && isNumber(raw) && isAfterNumber && /^\s?[/-]\s?$/.test(gap)
      const isBracketed = gap !== ' ' && /[([]\s*$/.test(gap) && isClosed(folded, index + raw.length)
      const text = isNumber(raw) ? numberOf(raw) : canonical(raw, isTyped)
      read.push({ text, kind: 'word', isJoined, isBracketed, unit: '' })
    }
    end = index + raw.length
  }
  return read
}

const isClosed = (folded: string, at: number): boolean => /^\s*[)\]]/.test(folded.slice(at, at + 2))

/** "10's", "200 doses" and "200 MD" are counts. But in Ondem 4 MD, MD makes another medicine than Ondem 4. */
const isCount = (word: string, gap: string, number: string): boolean =>
  (word === 's' && gap === '') || /^(doses?|mdi|puffs)$/.test(word) || (word === 'md' && number.length > 2)

/** Replaces a spelling by its form. A typed beginning is kept, as it may be the beginning of another word. */
function canonical(word: string, isTyped: boolean): string {
  const form = forms.get(word)
  if (form && !(isTyped && form.text.startsWith(word))) return form.text
  return SPELLINGS.get(word) ?? word
}

function kindOfWord(read: readonly ReadWord[], at: number): WordKind {
  const { text } = read[at] as ReadWord
  const form = forms.get(text)
  if (!form || (IN_FORM_ONLY.test(text) && !forms.has(read[at - 1]?.text ?? ''))) return 'word'
  if (at > 0) return form.kind
  return read.length > 1 && LEADING.test(form.text) ? form.kind : 'word'
}

/** True for "25 mg/ml" or "100mg/5ml", the strength of a liquid, which rarely identifies a medicine. */
function isConcentration(read: readonly ReadWord[], at: number): boolean {
  const [{ unit }, next] = [read[at] as ReadWord, read[at + 1]]
  return (
    unit.endsWith('/ml') || (/^(mg|mcg|g|gm)$/.test(unit) && next?.isJoined === true && next.unit === 'ml')
  )
}

function kindOfNumber(read: readonly ReadWord[], at: number, isSizedByWeight: boolean): WordKind {
  const { text, unit, isBracketed } = read[at] as ReadWord
  if (isBracketed || unit === 's' || unit === 'ml' || unit === 'l' || isCount(unit, '', text)) return 'pack'
  if (/^(iu|units)\b/.test(unit)) return 'units'
  // A prefilled syringe (pfs) holds one dose, so its strength does identify it.
  if (isConcentration(read, at) && !read.some((word) => word.text === 'pfs')) return 'concentration'
  if (/^g/.test(unit) && isSizedByWeight) return 'pack'
  if (unit !== '') return 'strength'
  const [before, after] = [read[at - 1]?.text, read[at + 1]?.text]
  if (before === 'x' || after === 'x' || before === 'of' || before === 'strips') return 'pack'
  // A number after the form is a pack size in "Telma 40 Tablet 15", but not in "Telma Tablet 40".
  const isBehindForm = before !== undefined && at > 1 && forms.has(before)
  return isBehindForm && read.slice(0, at - 1).some((word) => isNumber(word.text)) ? 'pack' : 'strength'
}

/**
 * `units`: strength in units of insulin. `concentration`: strength in a volume. `pack`: number of pieces or size.
 * `solid`: tablets and capsules.
 */
export type WordKind = 'word' | 'strength' | 'units' | 'concentration' | 'pack' | 'solid' | 'form'

export interface NameWord {
  text: string
  kind: WordKind
  /** Joined to the number before by `/` or `-`. */
  isJoined: boolean
}

/** Each form and its spellings; a typed beginning (`tab`, `inj`) means the form. */
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
/** "Capsule MR" is a form, but Zerodol MR is another medicine than Zerodol. */
const IN_FORM_ONLY = /^([psexc]r|mr|md)$/
/** Stores write these before the name: "Tab Telma 40", "Human Mixtard 30". */
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
/** Brands end in tab and cap: Clopitab. */
const written = new Set(forms.keys())
written.delete('tab')
written.delete('cap')
for (const text of BESIDES_FORM.split(/\s+/)) forms.set(text, { text, kind: 'solid' })

/** The form of a spelling: `syr` is syrup. */
export const formOf = (word: string): string => forms.get(word)?.text ?? word

const alike = new Map(
  ALIKE.flatMap((group) => group.map((form) => [form, group.filter((one) => one !== form)] as const)),
)
const none: readonly string[] = []
export const formsAlike = (form = ''): readonly string[] => alike.get(form) ?? none

const SHORTEST_BEFORE_FORM = 3
/** Splits off where it is used: "zoconeye" becomes "zocon eye". */
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
 * Lower case without accents; composed and decomposed letters are equal. Devanagari marks are vowels and stay; its
 * digits become digits.
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
  // "D.S." is one word, "w/w" none; "E/D" are eye drops.
  return plain.includes('.') || plain.includes('/')
    ? plain
        .replace(/(?<!\p{L})(\p{L})\.(?=\p{L}(?!\p{L}))/gu, '$1')
        .replace(/\b[wv]\/[wv]\b/g, ' ')
        .replace(/\be\/e\b/g, 'eye ear')
        .replace(/\be\/d(rops?)?\b/g, 'eye drops')
    : plain
}

/** `.5`, `0.50` and `0.5` are equal, and so are `1,000` and `1000`. */
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

/** Called for thousands of words per key, nearly all ASCII. */
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
 * Returns the words in comparison order: identifying words, then forms, then packs and strengths in a volume. A typed
 * `tab` stays a beginning. Letters and numbers are split (`gp1`), and units after a number are dropped.
 */
export function wordsOf(name: string, isTyped = false): NameWord[] {
  const [words, forms, others]: [NameWord[], NameWord[], NameWord[]] = [[], [], []]
  for (const { text, isJoined, kind } of readWords(name, isTyped)) {
    const part = says(kind) ? words : kind === 'concentration' || kind === 'pack' ? others : forms
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

/** True if the word identifies the medicine, not only its form or pack. */
export const says = (kind: WordKind | undefined): boolean =>
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

/** "10's", "200 doses", "200 MD"; but Ondem 4 MD is another medicine than Ondem 4. */
const isCount = (word: string, gap: string, number: string): boolean =>
  (word === 's' && gap === '') || /^(doses?|mdi|puffs)$/.test(word) || (word === 'md' && number.length > 2)

/** Spellings become the form; a typed beginning may belong to another word. */
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

/** "25 mg/ml", "100mg/5ml": the strength of a liquid, which seldom identifies it. */
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
  // A filled syringe holds one dose.
  if (isConcentration(read, at) && !read.some((word) => word.text === 'pfs')) return 'concentration'
  if (/^g/.test(unit) && isSizedByWeight) return 'pack'
  if (unit !== '') return 'strength'
  const [before, after] = [read[at - 1]?.text, read[at + 1]?.text]
  if (before === 'x' || after === 'x' || before === 'of' || before === 'strips') return 'pack'
  // "Telma 40 Tablet 15", but not "Telma Tablet 40".
  const isBehindForm = before !== undefined && at > 1 && forms.has(before)
  return isBehindForm && read.slice(0, at - 1).some((word) => isNumber(word.text)) ? 'pack' : 'strength'
}

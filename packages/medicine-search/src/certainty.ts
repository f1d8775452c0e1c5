import type { Entry, EntryName, Searchable } from './entry.ts'
import {
  type MatchesByClass,
  matchClass,
  meansNumber,
  mentionsLiquid,
  reachInName,
  SHORTEST_FORM,
} from './match-class.ts'
import { identifiesMedicine, isNumber, type WordKind } from './name-words.ts'
import { countOwners, type Shelf, smallestChoice } from './shelf.ts'
import { assignWords, type Reach, reachOf, type TypedText, WHOLE_WORD } from './typed-text.ts'

type Brands = Pick<Shelf<Searchable>, 'isBrand' | 'hasOtherBrand'>

/**
 * A word may be abbreviated to at least `letters` letters if at least `leftOut` are missing. Other short forms are
 * mostly other brands: Dolo is not Dolopar, Telma not Telmac. A text that begins two brands identifies neither.
 */
const ABBREVIATIONS = [
  { letters: 6, leftOut: 1 },
  { letters: 5, leftOut: 2 },
  { letters: 4, leftOut: 4 },
]
/** Maximum letters of a suffix, such as H or LC. A suffix makes it another medicine of the brand. */
const LONGEST_SUFFIX = 2
const SHORTEST_BRAND = 3
/** A shorter word after a strength may belong to a medicine without that strength. */
const SHORTEST_VARIANT = 4

/** True if Enter takes the best match by name at once, see `createMedicineIndex`. */
export function isBestMatchSure<Item extends Searchable>(
  shelf: Shelf<Item>,
  fits: MatchesByClass<Item>,
  typed: TypedText,
): boolean {
  if (!typed.words.some(({ kind, text }) => kind === 'word' && !isNumber(text))) return false
  const at = (where: number) => fits.names[where] ?? []
  const [equal, complete, others] = [at(matchClass.equal), at(matchClass.complete), at(matchClass.beginning)]
  if (equal.length > 0) return equal.length === 1
  const [plain] = complete
  if (plain) {
    return complete.length === 1 && isPlain(plain, others, typed) && isFormOfRivals(shelf, plain, typed)
  }
  const names = fits.names.flat()
  const [name] = names
  if (names.length > 1) return false
  if (!name) return isSureOfWords(shelf, fits, typed)
  if (at(matchClass.insideNumber).length > 0) return false
  const isRivalled =
    others.length > 0 ? rivalsOf(shelf, name, typed).length > 0 : isWholeElsewhere(fits, typed)
  return !isRivalled && isSaid(name.kinds, name.words, reachInName(name, typed), shelf)
}

function isSureOfWords<Item extends Searchable>(
  shelf: Shelf<Item>,
  fits: MatchesByClass<Item>,
  typed: TypedText,
): boolean {
  const others = fits.classes.slice(matchClass.wordsAndMore, matchClass.composition).flat()
  const [entry = others[0], second] = fits.classes[matchClass.words] ?? []
  if (!entry || second || others.some((other) => other !== entry && !isInOrder(entry, other, typed)))
    return false
  const reached = assignWords(typed.texts, entry.words, reachOf)
  return reached !== undefined && namesEntry(entry, reached, shelf)
}

/** "Ciplox eye drops" means Ciplox Eye/Ear Drops, not Ciplox D Eye/Ear Drops. But "80 telma" may mean Telma 80 H. */
function isInOrder(entry: Entry<unknown>, other: Entry<unknown>, { texts }: TypedText): boolean {
  const reached = assignWords(texts, other.words, reachOf) ?? []
  const kinds = other.names[0]?.kinds ?? []
  const isMore = reached.some((reach, at) => reach === 0 && kinds[at] === 'word')
  return (isMore && texts[0] === entry.words[0]?.text) || !mentionsLiquid(kinds, reached)
}

/**
 * True if all other names that begin so have a further word and the same forms. "Telma 80" is Telma 80 Tablet beside
 * Telma 80 H Tablet. "Calpol" is not Calpol Syrup beside Calpol 500.
 */
function isPlain(name: EntryName<unknown>, others: readonly EntryName<unknown>[], typed: TypedText): boolean {
  const forms = unsaidWords(name, 'form', typed)
  return others.every(
    (other) =>
      unsaidWords(other, 'word', typed).length > 0 && forms.every((form) => other.words.includes(form)),
  )
}

function unsaidWords(name: EntryName<unknown>, kind: WordKind, typed: TypedText): string[] {
  const reached = reachInName(name, typed)
  return name.words.filter((_, at) => reached[at] === 0 && name.kinds[at] === kind)
}

/** False if a rival has another form: "Augmentin Duo" may mean Duo Suspension or 625 Duo Tablet. */
function isFormOfRivals<Item extends Searchable>(
  shelf: Shelf<Item>,
  name: EntryName<Item>,
  typed: TypedText,
): boolean {
  const forms = unsaidWords(name, 'form', typed)
  if (forms.length === 0 || typed.words.some(({ kind }) => kind === 'form')) return true
  return rivalsOf(shelf, name, typed).every(({ words }) =>
    forms.every((form) => words.some(({ text }) => text === form)),
  )
}

/** Entries with the same words in another order, except form, pack and strength: Telma 80 H beside Telma H. */
function rivalsOf<Item extends Searchable>(
  shelf: Shelf<Item>,
  name: EntryName<Item>,
  typed: TypedText,
): Entry<Item>[] {
  const reached = reachInName(name, typed)
  const said = name.words.filter((_, at) => reached[at] === WHOLE_WORD && identifiesMedicine(name.kinds[at]))
  const owners = smallestChoice(
    said.flatMap((word) => shelf.names.get(word) ?? []),
    (word) => countOwners([word]),
  )?.owners
  return [...(owners ?? [])].filter((entry) => {
    if (entry === name.entry) return false
    const own = assignWords(said, entry.words, (text, word) => (text === word ? WHOLE_WORD : 0))
    const kinds = entry.names[0]?.kinds ?? []
    return own?.every((reach, at) => reach === WHOLE_WORD || kinds[at] !== 'word') ?? false
  })
}

/** True if whole words match another medicine. `cipla` is a maker, not the beginning of Ciplactin. */
const isWholeElsewhere = (fits: MatchesByClass<unknown>, typed: TypedText): boolean =>
  fits.classes
    .flat()
    .some(({ words, elsewhere }) =>
      typed.texts.every((typedText) => [...words, ...elsewhere.words].some(({ text }) => text === typedText)),
    )

export function namesEntry<Item>(entry: Entry<Item>, reached: readonly Reach[], brands: Brands): boolean {
  const kinds = entry.names[0]?.kinds ?? []
  if (!meansNumber(kinds, reached)) return false
  const words = entry.words.map(({ text }) => text)
  return isSaid(kinds, words, reached, brands)
}

/**
 * True if every identifying word was typed. A few letters are not enough, nor another brand's name with one or two
 * letters added. Strengths at the end may be missing, unless another strength was typed.
 */
function isSaid(
  kinds: readonly WordKind[],
  words: readonly string[],
  reached: readonly Reach[],
  brands: Brands,
): boolean {
  const isNumberSaid = (at: number) =>
    isNumber(words[at] ?? '') && identifiesMedicine(kinds[at]) && (reached[at] ?? 0) > 0
  /** "Dulcoflex adult" means Dulcoflex 10 mg Adult, but "Telma H" does not mean Telma 80 H. */
  const isLongSaid = (at: number) =>
    reached[at] === WHOLE_WORD && (words[at]?.length ?? 0) >= SHORTEST_VARIANT
  if (!mentionsLiquid(kinds, reached)) return false
  const end = reached.findLastIndex((reach, at) => reach > 0 && identifiesMedicine(kinds[at]))
  return kinds.every((kind, at) => {
    const reach = reached[at] ?? 0
    if (reach === 0 && kind === 'strength') return (at > end || isLongSaid(at + 1)) && !isNumberSaid(at - 1)
    if (reach === 0) return kind !== 'word'
    if (reach === WHOLE_WORD) return true
    if (!identifiesMedicine(kind)) return reach >= SHORTEST_FORM
    return isAbbreviation(words[at] ?? '', reach, brands)
  })
}

function isAbbreviation(word: string, letters: number, brands: Brands): boolean {
  const isLong = ABBREVIATIONS.some((one) => letters >= one.letters && word.length - letters >= one.leftOut)
  const beginning = word.slice(0, letters)
  return isLong && !isBrandWithSuffix(beginning, brands) && !brands.hasOtherBrand(beginning, word)
}

function isBrandWithSuffix(beginning: string, { isBrand }: Brands): boolean {
  for (let suffix = 0; suffix <= LONGEST_SUFFIX; suffix += 1) {
    const brand = beginning.slice(0, beginning.length - suffix)
    if (brand.length >= SHORTEST_BRAND && isBrand(brand)) return true
  }
  return false
}

import { describe, expect, it } from 'vitest'
import { indexOf, names } from '../test/shelf.ts'

const FIRST = 'the first of the shelf'

/** A shelf of one's own, what is typed, and what a bare Enter takes: null where it asks. */
const taken = (shelf: readonly string[], text: string) => {
  const { items, isSure } = indexOf(...shelf).find(text, 1)
  return isSure ? items[0]?.name : null
}

describe('a bare Enter', () => {
  const telma = ['40', '80', '80 H', 'H', 'AM'].map((kind) => `Telma ${kind} Tablet`)
  const pan = ['Pan 40 Tablet', 'Pan D Capsule', 'Panderm Cream 10 gm']
  it.each([
    ['telma 80', telma, 'Telma 80 Tablet'],
    ['80 telma', telma, null],
    ['telma', telma, null],
    ['telma 8', telma, null],
    ['telma', ['Telma 40 Tablet'], FIRST],
    ['telma 80', ['Telma 80 H Tablet'], null],
    ['telma h', ['Telma H 40', 'Telma 80 H'], null],
    ['pand', pan, 'Pan D Capsule'],
    ['pand', ['Pan 40', 'Panderm Cream'], null],
    ['pan', ['Panderm Cream'], null],
    ['pande', ['Pan 40', 'Panderm Cream'], null],
    ['pander', ['Pan 40', 'Panderm Cream'], 'Panderm Cream'],
    ['pan 40', ['Pantop 40'], null],
    ['pan d', ['Pan Drops'], null],
    ['pan d', ['Pan DSR'], null],
    ['montair', ['Montair LC Tablet'], null],
    ['augmentin duo', ['Augmentin Duo Syrup', 'Augmentin Duo 625 Tablet'], null],
    ['augmentin duo', ['Augmentin Duo Suspension 30 ml', 'Augmentin 625 Duo Tablet'], null],
    ['augmentin', ['Augmentin Syrup', 'Augmentin Duo 625 Tablet'], null],
    ['augmentin', ['Augmentin Tablet', 'Augmentin Duo 625 Tablet'], FIRST],
    ['ecosprin av 75', ['Ecosprin AV 75/20 Capsule'], null],
    ['huminsulin3070', ['Huminsulin 30/70 40IU/ml Injection 10 ml', 'Huminsulin R'], FIRST],
    ['amaryl m 1500', ['Amaryl M 1/500'], null],
    ['huminsulinr', ['Huminsulin N 40IU'], null],
    ['dolo 10', ['Dolo 650 Tablet (10)'], null],
    ['metf', ['Metformin 500 mg', 'Glimepiride + Metformin'], FIRST],
    ['calcium', ['Calciumax', 'Shelcal Calcium'], null],
    ['2', ['2 Hydralazine'], null],
    ['.5', ['Alprax .5'], null],
    ['500 mg', ['Dolo 500'], null],
    ['500 mg', ['500 Tablet'], null],
    ['650', ['650'], null],
    ['arachitol 600000', ['Arachitol 6000000'], null],
    ['tablet', ['Dolo Tablet'], null],
    ['cipla', ['Dolo'], null],
    ['dolo cip', ['Dolo'], null],
    ['cipla', ['Ciplactin'], null],
    ['tlema 80', ['Telma 80'], FIRST],
    ['tlema 80', telma, null],
    ['telmaa', ['Telma 80'], null],
    ['telmh', ['Telma 80'], null],
    ['huminsulinr', ['Huminsulin'], null],
    ['hydroxyxine', ['Hydroxyzine', 'Hydroxydine'], null],
    ['telma', ['Telmi', 'Telma'], 'Telma'],
    ['dolo', ['Dolo', 'Dolo 650'], FIRST],
    ['dolo', ['Dolo', 'DOLO'], null],
    ['dolo 650 tab', ['Dolo 650'], null],
    ['calpol syrup', ['Calpol 500 Tablet'], null],
    ['dolo', ['Dolopar'], null],
    ['telma', ['Telmac'], null],
    ['azith 500', ['Azithral 500', 'Azithrocin 250'], null],
    ['telma h', ['Telma 80 H'], null],
    ['zerodol', ['Zerodol Tablet', 'Zerodol Gel SP'], FIRST],
    ['calpol syrup', ['Calpol Suspension 60 ml'], FIRST],
    ['calpol syrup', ['Calpol 250 Suspension'], null],
    ['calpol 250 syrup', ['Calpol 250 Suspension', 'Calpol 250 Drops'], FIRST],
    ['calpol syrup', ['Calpol Suspension', 'Calpol Oral Solution'], null],
    ['calpol syrup', ['Calpol Drops'], null],
    ['ibugesic syrup', ['Ibugesic 100mg/5ml Suspension', 'Ibugesic Plus Oral Suspension'], FIRST],
    ['ibugesicsyrup', ['Ibugesic 100mg/5ml Suspension'], FIRST],
    ['omnacortil 5', ['Omnacortil Oral Solution 5mg/5ml'], null],
    ['omnacortil 5', ['Omnacortil 5 DT', 'Omnacortil Oral Solution 5mg/5ml'], FIRST],
    ['ondem 4', ['Ondem 4 MD'], null],
    ['4 md ondem', ['Ondem 4 Tablet', 'Ondem-MD 4 Tablet'], 'Ondem-MD 4 Tablet'],
    ['mefal forte', ['Mefalocet Forte', 'Meftal Forte'], null],
    ['betnesol drops', ['Betnesol Oral Drops 15 ml', 'Betnesol N Eye Drops'], FIRST],
    ['betnesol drops', ['Betnesol Oral Drops', 'Betnesol Eye Drops'], null],
    ['digene gel', ['Digene Gel Mint', 'Digene Gel Orange'], null],
    ['dexona injection', ['Dexona 4mg/ml Inj Vial', 'Dexona 0.5 Tablet'], FIRST],
    ['cyra', ['Cyra LS Capsule SR'], null],
    ['allepra 120', ['Allegra 120'], null],
    ['norflex', ['Norflox 400'], null],
    ['kalpol 500', ['Calpol 500'], null],
    ['cloptab 75', ['Clopitab 75 Tablet', 'Clopitab A 75 Capsule'], null],
  ])('after %s before %j takes %s', (text, shelf, name) => {
    expect(taken(shelf, text)).toBe(name === FIRST ? shelf[0] : name)
  })

  it.each([
    ['10,000 letters', 'x'.repeat(10_000)],
    ['200 words', 'zi '.repeat(99)],
    ['Arabic', 'باراسيتامول'],
    ['Hebrew with marks of direction', '\u202eאקמול\u202c'],
  ])('takes nothing after %s', (_, text) => {
    const nothing = { items: [], isSure: false, kind: 'nothing', total: 0 }
    expect(indexOf('Zinc', 'Dolo 650').find(text, 9)).toMatchObject(nothing)
  })

  it.each([' - . - ', '\ud83d', '\u0000', '👨‍👩‍👧'])(
    'takes nothing after %j, which has no letter',
    (text) => {
      expect(indexOf('Zinc').find(text, 9)).toMatchObject({ isSure: false, kind: 'everything' })
      expect(names(indexOf('Zinc').find(`zinc ${text}`, 9).items)).toEqual(['Zinc'])
    },
  )
})

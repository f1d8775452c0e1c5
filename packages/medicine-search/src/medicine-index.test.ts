import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { build, indexOf, names } from '../test/shelf.ts'
import { createMedicineIndex } from './medicine-index.ts'

describe('the order of what fits', () => {
  it('is the name, its beginning, words of it, complete before more, then maker and category', () => {
    const others = ['Sompraz Pan D', 'Panderm', 'Pan 40', 'Pan D Capsule', 'Tablet Pan', 'Pan 4', 'Pan D']
    const index = indexOf(build('Zinc', { manufacturer: 'Pan Labs' }), ...others)
    const found = (text: string) => names(index.find(text, 9).items).join(', ')
    expect(found('pan d')).toBe('Pan D, Pan D Capsule, Panderm, Sompraz Pan D')
    expect(found('pan')).toBe('Tablet Pan, Pan 4, Pan 40, Pan D, Pan D Capsule, Panderm, Sompraz Pan D, Zinc')
  })

  const telma = [build('Telma 80', { sold: 9 }), build('Telmac', { sold: 99 }), build('Telma 8 Mono')]
  const dolo = [
    build('Zinc', { manufacturer: 'Dolomed' }),
    build('Dolo 650'),
    build('Ibu', { category: 'Dolor' }),
    build('Crocin', { composition: 'Dolonium 5 mg' }),
  ]
  const tablets = [build('Dolo 650 Tablet'), build('Dolo Cold 650', { sold: 9 })]
  it.each([
    ['a beginning that ends with a word first', telma, 'telma', ['Telma 80', 'Telma 8 Mono', 'Telmac']],
    ['one inside a number last', telma, 'telma 8', ['Telma 8 Mono', 'Telma 80']],
    ['what has nothing more to say first', tablets, '650 dolo', ['Dolo 650 Tablet', 'Dolo Cold 650']],
    ['composition, then maker and category last', dolo, 'dolo', ['Dolo 650', 'Crocin', 'Ibu', 'Zinc']],
  ])('puts %s', (_, shelf, text, found) => {
    expect(names(indexOf(...shelf).find(text, 9).items)).toEqual(found)
  })

  it('decides by sales within a class, and never across', () => {
    const [best, second] = [build('Q Vit', { sold: 99 }), build('Vitamin D3', { sold: 9 })]
    const index = indexOf('Vitamin C', second, 'Vitamin A', best)
    expect(names(index.find('vit', 9).items)).toEqual(['Vitamin D3', 'Vitamin A', 'Vitamin C', 'Q Vit'])
    const everything = { isSure: false, kind: 'everything', total: 4, composed: [4, 4] }
    expect(index.find('', 2)).toEqual({ items: [best, second], ...everything })
  })

  it('counts each medicine once, listed or not', () => {
    const shelf = ['Ator A', 'Alpha', 'Azee', 'Bet A', 'Beta'].map((name, at) =>
      build(name, { manufacturer: at % 2 ? 'Abbott' : 'Zydus', category: 'Analgesics' }),
    )
    const index = createMedicineIndex([...shelf, build('Zinc', { manufacturer: 'Zydus' })])
    for (const limit of [1, 2, 3, 4, 9]) expect(index.find('a', limit).total).toBe(5)
    for (const limit of [1, 9]) expect(index.find('z', limit).total).toBe(4)
  })

  it('says what the best fits by, and how many fit', () => {
    const index = indexOf('Telma 40', 'Telma 80', 'Zinc')
    expect(index.find('telma', 1)).toMatchObject({ items: [{ name: 'Telma 40' }], kind: 'name', total: 2 })
    expect(index.find('80 telma', 9)).toMatchObject({ kind: 'words', total: 1 })
    expect(index.find('cipla', Number.POSITIVE_INFINITY)).toMatchObject({ kind: 'elsewhere', total: 3 })
    expect(index.find('tlema', 9)).toMatchObject({ kind: 'slip', total: 2 })
    expect(index.find('xyz', 9)).toMatchObject({ items: [], isSure: false, kind: 'nothing', total: 0 })
  })
})

describe('what fits', () => {
  it.each([
    ['650 dolo', 'Dolo 650'],
    ['dolo650', 'Dolo 650'],
    ['para 500', 'Paracetamol 500 mg'],
    ['paracetmol', 'Paracetamol 500 mg'],
    ['creme', 'Crème Nivéa'],
  ])('includes %s', (text, name) => {
    const index = indexOf('Dolo 650', 'Paracetamol 500 mg', 'Ibuprofen 400 mg', 'Crème Nivéa', 'Zinc')
    expect(names(index.find(text, 9).items)).toEqual([name])
  })

  it.each([
    ['kalpol', 'Calpol 500'],
    ['vinsulin', 'Winsulin'],
    ['inj winsulin', 'Winsulin'],
  ])('includes %s, which sounds or is written like it', (text, name) => {
    const index = indexOf('Calpol 500', 'Cefixime 200', 'Fenergan 25', 'Winsulin', 'Zinc')
    const { items, isSure } = index.find(text, 9)
    expect([names(items), isSure]).toEqual([[name], false])
  })

  it.each([
    'dolo 500',
    'dolo 65 y',
    'zinx',
    'metfo',
    'paracetamol 5000',
    'cetamol',
    'tablet syrup',
    ''.padEnd(26, '8'),
  ])('is nothing for %s', (text) => {
    const index = indexOf('Dolo 650', 'Zinc', 'Calpol 250 Tablet', 'Paracetamol 500 mg', 'Metoprolol')
    expect(index.find(text, 9)).toMatchObject({ items: [], kind: 'nothing' })
  })

  it.each([
    ['.5', ['Alprax .5']],
    ['0.50', ['Alprax .5']],
    ['500', []],
    ['4 telma', []],
    ['1000', ['Folic 1,000']],
    ['d3 10', ['D3 १०']],
    // Other forms where the typed one is nowhere.
    ['dolo 650 tab', ['Dolo 650']],
    ['calpol syrup', ['Calpol 250 Tablet']],
    // A word of its own for each that is typed.
    ['40 pan pan', ['Pan Panto 40']],
    // Hindi letters however they are composed, and their vowels apart.
    ['पैरा', ['पैरासिटामोल']],
    ['\u0958\u0941', ['क़ुरान']],
    ['\u0915\u093c\u0941', ['क़ुरान']],
    ['पा', ['पारा']],
  ])('is for %s %j', (text, found) => {
    const numbers = ['Alprax .5', 'Alprax 0.25', 'Amox 1500', 'Folic 1,000', 'D3 १०', 'Telma 40', 'Zinc 4']
    const words = ['Dolo 650', 'Calpol 250 Tablet', 'Pan 40', 'Pan Panto 40', 'पैरासिटामोल', 'क़ुरान', 'पारा']
    expect(names(indexOf(...numbers, ...words, 'Zinc 4 Plus').find(text, 9).items)).toEqual(found)
  })
})

it('finds a code with or without its leading zeros', () => {
  const index = indexOf(build('Zinc', { barcode: '012345678905' }), 'Dolo')
  for (const code of ['012345678905', '0012345678905', '12345678905']) {
    expect(index.findBarcode(code)?.name).toBe('Zinc')
  }
  expect(names(index.find('0012345678905', 9).items)).toEqual(['Zinc'])
  expect(index.findBarcode('8901234567894')).toBeUndefined()
})

it('follows what changes', () => {
  const index = indexOf('Zinc', 'Dolo')
  index.put(build('Zinc', { name: 'Zincovit', barcode: '96385074' }))
  expect(names(index.find('zincov', 9).items)).toEqual(['Zincovit'])
  expect(index.findBarcode('96385074')?.name).toBe('Zincovit')
  index.remove('Zinc')
  expect(index.find('zinc', 9).items).toEqual([])
  expect(index.findBarcode('96385074')).toBeUndefined()
  expect(index.size()).toBe(1)
})

describe('one key after the other', () => {
  const word = fc.constantFrom(...'para paracetamol dolo amox zinc 650 65 mg vita b12'.split(' '))
  const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
  const step = fc.oneof(
    { weight: 8, arbitrary: text.map((typed) => ({ typed })) },
    { weight: 1, arbitrary: text.map((put) => ({ put })) },
    { weight: 1, arbitrary: text.map((removed) => ({ removed })) },
  )

  it('finds what the whole text finds at once, whatever was typed, added or removed before', () => {
    fc.assert(
      fc.property(fc.array(text), fc.array(step), (shelf, steps) => {
        const items = new Map(shelf.map((name) => [name, build(name)]))
        const index = createMedicineIndex(items.values())
        for (const one of steps) {
          if ('put' in one) {
            items.set(one.put, build(one.put))
            index.put(build(one.put))
          } else if ('removed' in one) {
            items.delete(one.removed)
            index.remove(one.removed)
          } else {
            for (let keys = 1; keys <= one.typed.length; keys += 1) {
              const typed = one.typed.slice(0, keys)
              expect(index.find(typed, 5)).toEqual(createMedicineIndex(items.values()).find(typed, 5))
            }
          }
        }
      }),
    )
  })
})

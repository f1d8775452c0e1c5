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

  it('puts a beginning that ends with a word before one inside a word, and that before one inside a number', () => {
    const index = indexOf(build('Telma 80', { sold: 9 }), build('Telmac', { sold: 99 }), 'Telma 8 Mono')
    expect(names(index.find('telma', 9).items)).toEqual(['Telma 80', 'Telma 8 Mono', 'Telmac'])
    expect(names(index.find('telma 8', 9).items)).toEqual(['Telma 8 Mono', 'Telma 80'])
  })

  it('puts what has nothing more to say before what has', () => {
    const index = indexOf('Dolo 650 Tablet', build('Dolo Cold 650', { sold: 9 }))
    expect(names(index.find('650 dolo', 9).items)).toEqual(['Dolo 650 Tablet', 'Dolo Cold 650'])
  })

  it('finds composition, then maker and category last', () => {
    const index = indexOf(
      build('Zinc', { manufacturer: 'Dolomed' }),
      'Dolo 650',
      build('Ibu', { category: 'Dolor' }),
      build('Crocin', { composition: 'Dolonium 5 mg' }),
    )
    expect(names(index.find('dolo', 9).items)).toEqual(['Dolo 650', 'Crocin', 'Ibu', 'Zinc'])
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

  it.each(['dolo 500', 'dolo 65 y', 'zinx', 'metfo', 'paracetamol 5000', 'cetamol', ''.padEnd(26, '8')])(
    'is nothing for %s',
    (text) => {
      const index = indexOf('Dolo 650', 'Zinc', 'Paracetamol 500 mg', 'Metoprolol')
      expect(index.find(text, 9)).toMatchObject({ items: [], kind: 'nothing' })
    },
  )

  it('has numbers whole, however they are written', () => {
    const index = indexOf('Alprax .5', 'Alprax 0.25', 'Amox 1500', 'Folic 1,000', 'D3 १०')
    expect(names(index.find('.5', 9).items)).toEqual(['Alprax .5'])
    expect(names(index.find('0.50', 9).items)).toEqual(['Alprax .5'])
    expect(names(index.find('500', 9).items)).toEqual([])
    expect(names(indexOf('Telma 40', 'Zinc 4', 'Zinc 4 Plus').find('4 telma', 9).items)).toEqual([])
    expect(names(index.find('1000', 9).items)).toEqual(['Folic 1,000'])
    expect(names(index.find('d3 10', 9).items)).toEqual(['D3 १०'])
  })

  it('lists other forms where the typed one is nowhere', () => {
    const index = indexOf('Dolo 650', 'Calpol 500 Tablet')
    expect(names(index.find('dolo 650 tab', 9).items)).toEqual(['Dolo 650'])
    expect(names(index.find('calpol syrup', 9).items)).toEqual(['Calpol 500 Tablet'])
    expect(index.find('tablet syrup', 9).kind).toBe('nothing')
  })

  it('needs a word of its own for each that is typed', () => {
    expect(names(indexOf('Pan 40', 'Pan Panto 40').find('40 pan pan', 9).items)).toEqual(['Pan Panto 40'])
  })
})

it('finds Hindi names however their letters are composed, and keeps their vowels apart', () => {
  const index = indexOf('पैरासिटामोल', 'क़ुरान', 'पारा')
  expect(names(index.find('पैरा', 9).items)).toEqual(['पैरासिटामोल'])
  expect(names(index.find('\u0958\u0941', 9).items)).toEqual(['क़ुरान'])
  expect(names(index.find('\u0915\u093c\u0941', 9).items)).toEqual(['क़ुरान'])
  expect(names(index.find('पा', 9).items)).toEqual(['पारा'])
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

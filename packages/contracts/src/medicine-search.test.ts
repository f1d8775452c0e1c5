import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText, type Searchable } from './medicine-entry.ts'
import { createMedicineIndex } from './medicine-search.ts'
import { slips } from './slips.ts'

const build = (name: string, parts: Partial<Searchable> = {}): Searchable => ({
  _id: name,
  name,
  manufacturer: 'Cipla',
  category: 'Other',
  sold: 0,
  ...parts,
})
const indexOf = (...items: (string | Searchable)[]) =>
  createMedicineIndex(items.map((item) => (typeof item === 'string' ? build(item) : item)))
const names = (items: Searchable[]) => items.map(({ name }) => name)

describe('what the text finds', () => {
  it('begins with what is called so, then what begins so, then words that begin so, then the rest', () => {
    const index = indexOf('Damox', 'Clav Amox', 'Amoxicillin', 'Amox')
    expect(names(index.find('amox', 9).items)).toEqual(['Amox', 'Amoxicillin', 'Clav Amox', 'Damox'])
  })

  it('goes on with maker and category', () => {
    const index = indexOf(
      build('Zinc', { manufacturer: 'Dolomed' }),
      'Dolo 650',
      build('Ibu', { category: 'Dolor' }),
    )
    expect(names(index.find('dolo', 9).items)).toEqual(['Dolo 650', 'Ibu', 'Zinc'])
  })

  it.each([
    ['650 dolo', 'Dolo 650'],
    ['dolo650', 'Dolo 650'],
    ['dolo-650', 'Dolo 650'],
    ['para cip', 'Paracetamol 500 mg'],
    ['paracetmol', 'Paracetamol 500 mg'],
    ['paractamol 500', 'Paracetamol 500 mg'],
    ['apracetamol', 'Paracetamol 500 mg'],
    ['ibuprofne', 'Ibuprofen 400 mg'],
    ['creme', 'Crème Nivéa'],
  ])('forgives %s', (text, name) => {
    const index = indexOf('Dolo 650', 'Paracetamol 500 mg', 'Ibuprofen 400 mg', 'Crème Nivéa', 'Zinc')
    const found = index.find(text, 9)
    expect(found).toMatchObject({ items: [{ name }], isSure: true })
  })

  it.each(['dolo 500', 'zinx', 'metf', 'metfo', 'paracetamol 5000', ''.padEnd(26, '8')])(
    'finds nothing for %s',
    (text) => {
      const index = indexOf('Dolo 650', 'Zinc', 'Paracetamol 500 mg', 'Metoprolol')
      expect(index.find(text, 9).items).toEqual([])
    },
  )

  it('is not sure of a slip that could be two names', () => {
    const index = indexOf('Hydroxyzine', 'Hydroxydine')
    expect(index.find('hydroxyxine', 9)).toMatchObject({ items: [{}, {}], isSure: false })
  })

  it('prefers what is typed right to any slip', () => {
    expect(names(indexOf('Telmi', 'Telma').find('telma', 9).items)).toEqual(['Telma'])
  })

  it('decides ties by what is sold most, then by name', () => {
    const index = indexOf('Vitamin C', build('Vitamin D3', { sold: 9 }), 'Vitamin A')
    expect(names(index.find('vit', 9).items)).toEqual(['Vitamin D3', 'Vitamin A', 'Vitamin C'])
    expect(names(index.find('', 2).items)).toEqual(['Vitamin D3', 'Vitamin A'])
    expect(index.find('', 2).isSure).toBe(false)
  })
})

it('finds Hindi names however their letters are composed, and keeps their vowels apart', () => {
  const index = indexOf('पैरासिटामोल', 'क़ुरान', 'पारा')
  expect(names(index.find('पैरा', 9).items)).toEqual(['पैरासिटामोल'])
  expect(names(index.find('\u0958\u0941', 9).items)).toEqual(['क़ुरान'])
  expect(names(index.find('\u0915\u093c\u0941', 9).items)).toEqual(['क़ुरान'])
  expect(foldText('पै')).not.toBe(foldText('पा'))
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

it.each([
  ['paracetmol', 'paracetamol', 2, 1],
  ['paractamol', 'paracetamol', 2, 1],
  ['ibuporfen', 'ibuprofen', 2, 1],
  ['paracetm', 'paracetamol', 2, 1],
  ['parac', 'paracetamol', 1, 2],
  ['metfo', 'metoprolol', 1, 2],
  ['zinc', 'dolo', 1, 2],
])('counts the slips from %s to %s', (typed, word, most, count) => {
  expect(slips(typed, word, most)).toBe(count)
})

describe('one key after the other', () => {
  const word = fc.constantFrom(
    'para',
    'paracetamol',
    'dolo',
    'amox',
    'zinc',
    '650',
    '65',
    'mg',
    'vita',
    'b12',
  )
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

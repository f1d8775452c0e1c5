import { describe, expect, it } from 'vitest'
import { build, indexOf, names } from '../test/shelf.ts'
import { createMedicineIndex } from './medicine-index.ts'

describe('a list of what fits', () => {
  it('has tablets of the plain name first and strengths in natural order, where the brand was typed', () => {
    const index = indexOf(
      build('Lamitor OD 50 Tablet', { sold: 99 }),
      'Lamitor 100 Tablet',
      'Lamitor 25 Tablet',
      build('Lamitor Syrup 60 ml', { sold: 9 }),
      'Lamitor 0.5 Tablet',
      'Lamitor 50 Tablet',
    )
    const plain = ['0.5', '25', '50', '100'].map((strength) => `Lamitor ${strength} Tablet`)
    const [syrup, slow] = ['Lamitor Syrup 60 ml', 'Lamitor OD 50 Tablet']
    expect(names(index.find('lamitor', 9).items)).toEqual([...plain, syrup, slow])
    expect(names(index.find('lami', 2).items)).toEqual([slow, syrup])
  })

  it('has what cannot be sold last in its class', () => {
    const shelf = ['Telma 20', 'Telma 40', 'Telmac'].map((name) => build(name))
    const index = createMedicineIndex(
      shelf,
      () =>
        ({ name }) =>
          name !== 'Telma 20',
    )
    expect(names(index.find('telma', 9).items)).toEqual(['Telma 40', 'Telma 20', 'Telmac'])
    expect(index.find('telma 20', 9)).toMatchObject({ items: [{ name: 'Telma 20' }], isSure: true })
  })

  it.each([
    ['telmisartan 40', ['Telmisartan 40 mg', 'Telma 40', 'Telma AM']],
    ['40 telmi', ['Telmisartan 40 mg', 'Telma 40', 'Telma AM']],
    ['dapa 5', ['Dapa 5', 'Dapahold']],
    ['aspirin 75', ['Ecosprin']],
    ['acetylsalicylic', ['Ecosprin']],
    ['pregabalin 75', []],
  ])('finds the composition %s after names, with one salt before more: %j', (text, found) => {
    const index = indexOf(
      build('Telma AM', {
        composition: 'Telmisartan 40 mg + Amlodipine 5 mg',
        compositionKey: 'amlodipine+telmisartan|5 mg+40 mg|tablets',
        sold: 99,
      }),
      build('Telma 40', { composition: 'Telmisartan 40 mg' }),
      build('Telma 80', { composition: 'Telmisartan 80 mg' }),
      'Telmisartan 40 mg',
      'Dapa 5',
      build('Dapahold', { composition: 'Dapagliflozin 5 mg', sold: 9 }),
      build('Ecosprin', {
        composition: 'Aspirin 75 mg',
        compositionKey: 'acetylsalicylic acid|75 mg|tablets',
      }),
      build('Lyrica', { composition: 'Pregabalin 150 mg' }),
    )
    expect(names(index.find(text, 9).items)).toEqual(found)
  })

  it('is never sure of a composition, and says which matches it made', () => {
    const index = indexOf(build('Frisium 5', { composition: 'Clobazam 5 mg' }), 'Clobator', 'Zinc')
    expect(index.find('clobazam 5', 9)).toMatchObject({
      isSure: false,
      kind: 'composition',
      composed: [0, 1],
    })
    expect(index.find('clob', 9)).toMatchObject({ kind: 'name', total: 2, composed: [1, 2] })
    expect(index.find('cipla', 9)).toMatchObject({ kind: 'elsewhere', total: 3, composed: [0, 0] })
  })
})

import { expect, test } from 'vitest'
import { compositionKeyOf, compositionOfName } from './composition.ts'
import { saltsOf } from './composition-key.ts'

const keyOf = (composition: string, name = 'Brand') => compositionKeyOf({ name, composition })

test.each([
  ['Paracetamol 500 mg tablets (15)', 'paracetamol|500 mg|tablets', 'Paracetamol 500 mg'],
  ['Acetaminophen 0.5 g Tab', 'paracetamol|500 mg|tablets', 'Acetaminophen 0.5 g'],
  ['Paracetamol 250 mg/5 ml suspension 60 ml', 'paracetamol|50 mg/ml|liquid', 'Paracetamol 250 mg/5 ml'],
  [
    'Clavulanate Potassium 125mg + Amoxycillin 500mg tablets (10)',
    'amoxicillin+clavulanic acid|500 mg+125 mg|tablets',
    'Clavulanate Potassium 125mg + Amoxycillin 500mg',
  ],
  ['Metformin 500 mg sustained-release tablets (20)', 'metformin|500 mg|slow tablets', 'Metformin 500 mg'],

  [
    'Calcium Carbonate 1250 mg + Vitamin D3 250 IU tablets (15)',
    'calcium carbonate+cholecalciferol|1250 mg+250 iu|tablets',
    'Calcium Carbonate 1250 mg + Vitamin D3 250 IU',
  ],
  [
    'Budesonide 0.5 mg/2 ml nebuliser suspension (5)',
    'budesonide|0.25 mg/ml|liquid nebuliser',
    'Budesonide 0.5 mg/2 ml',
  ],

  ['ORS sachet 21.8 g', 'oral rehydration salts|21800 mg|sachets', 'ORS sachet 21.8 g'],
])('%s is compared as %s', (name, key, composition) => {
  expect([compositionKeyOf({ name }), compositionOfName(name)]).toEqual([key, composition])
})

test.each([
  ['paracetamol/acetaminophen', 'Paracetamol 500 mg', 'Acetaminophen 500mg'],
  ['adrenaline/epinephrine', 'Adrenaline 1 mg/ml', 'Epinephrine 1 mg/1 ml'],
  ['a salt written with the other', 'Amlodipine 5 mg', 'Amlodipine Besylate 5 mg'],
  ['another order', 'Ibuprofen 400 mg + Paracetamol 325 mg', 'paracetamol 325 mg and ibuprofen 400 mg'],
])('%s are one', (_, one, other) => {
  expect(keyOf(one)).not.toBeNull()
  expect(keyOf(one)).toBe(keyOf(other))
})

test.each([
  ['other strengths', 'Paracetamol 500 mg', 'Paracetamol 650 mg', true],
  ['other forms', 'Cetirizine 5 mg tablets', 'Cetirizine 5 mg/5 ml syrup', true],
  ['other releases', 'Metformin 500 mg SR tablets', 'Metformin 500 mg tablets', true],
  ['one salt and two', 'Paracetamol 500 mg', 'Paracetamol 500 mg + Caffeine 65 mg', false],
  ['salts of one base', 'Metoprolol Tartrate 50 mg', 'Metoprolol Succinate 50 mg', false],
])('%s are other medicines, of the same salts or not', (_, one, other, isSameSalts) => {
  expect(keyOf(one)).not.toBe(keyOf(other))
  expect(saltsOf(keyOf(one)) === saltsOf(keyOf(other))).toBe(isSameSalts)
})

test('the form is that of the composition, else of the name', () => {
  expect(keyOf('Paracetamol 650 mg', 'Dolo 650 Tablet')).toBe('paracetamol|650 mg|tablets')
  expect(keyOf('Paracetamol 650 mg tablets', 'Dolo 650')).toBe('paracetamol|650 mg|tablets')
})

test.each([
  ...['Dolo 650', 'Dolo Paracetamol 650', 'Paracetamol 500 mg + magic', '500 mg', ' & + ', 'tablets'],
  ...['<b>Paracetamol</b><script>alert(1)</script>', 'constructor 5 mg', '__proto__', '+ '.repeat(127)],
  ...['पेरासिटामोल ५०० मिग्रा', 'Paracetamol 500 mg + '.repeat(12)],
])('%j is not understood, and like nothing', (text) => {
  expect([keyOf(text), compositionOfName(text)]).toEqual([null, null])
})

import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { buildMovement, buildReport } from '../../test/support.tsx'
import { reportCsv } from './report-csv.ts'

const csvOf = (name: string) => reportCsv(buildReport({ movements: [buildMovement({ medicine: name })] }))

it('is what the table shows, with a header, in UTF-8 that Excel knows', () => {
  const movement = { initialStock: 10, added: 5, removed: 3, currentStock: 12, turnoverRate: 0.2727 }
  const csv = reportCsv(buildReport({ movements: [buildMovement({ medicine: 'Vitamin C', ...movement })] }))
  expect(csv).toBe(
    '\ufeffMedicine,Initial Stock,Added,Removed,Current Stock,Turnover Rate,Category,Unit Price,Value,Cost Price,Expiry Date\r\n' +
      'Vitamin C,10,5,3,12,0.27,Vitamins,2.50,30.00,,',
  )
})

it('has every medicine, not only those drawn', () => {
  const movements = Array.from({ length: 1_200 }, () => buildMovement())
  expect(Papa.parse(reportCsv(buildReport({ movements })).slice(1)).data).toHaveLength(1_201)
})

it.each(['a, b', 'a "quoted" name', 'two\nlines', 'पैरासिटामोल ₹'])('keeps %j whole', (name) => {
  const [, row] = Papa.parse<string[]>(csvOf(name).slice(1)).data
  expect(row?.[0]).toBe(name)
})

const formulae = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＠SUM(A1)']
const inLines = ['\n', '\r', '\u2028', '\u2029'].map((end) => `=HYPERLINK("http://a.test","a${end}b")`)

it.each([...formulae, ...inLines])('lets no spreadsheet run %j', (name) => {
  const [, row] = Papa.parse<string[]>(csvOf(name).slice(1)).data
  expect(row?.[0]).toBe(`'${name}`)
})

it.each([
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['Zinc;=1+1', "Zinc;'=1+1"],
  ['Zinc\t@SUM(A1)', "Zinc\t'@SUM(A1)"],
  ['Zinc,-1', "Zinc,'-1"],
  ['Zinc\n+1', "Zinc\n'+1"],
  ['Co-trimoxazole 80 + 400', 'Co-trimoxazole 80 + 400'],
])('lets none run in %j where cells are divided otherwise', (name, written) => {
  const [, row] = Papa.parse<string[]>(csvOf(name).slice(1)).data
  expect(row?.[0]).toBe(written)
})

it('leaves the rate of a medicine without stock empty', () => {
  const csv = reportCsv(buildReport({ movements: [buildMovement({ turnoverRate: null })] }))
  expect(csv.endsWith(',,Vitamins,2.50,30.00,,')).toBe(true)
})

import { type Medicine, medicineFieldNames } from '@mms/contracts'
import { describe, expect, it } from 'vitest'
import { buildMedicine } from '../../test/support.tsx'
import { readTable } from './read-file.ts'
import { importRowsOf } from './rows.ts'
import { toCatalogueCsv, toCatalogueExcel } from './write-file.ts'

const HEADER = 'Medicine Name,Category,Current Stock,Unit Price (₹),Expiry Date'
const rowsIn = async (...parts: BlobPart[]) => importRowsOf(await readTable(new Blob(parts)))
const fieldsIn = async (...parts: BlobPart[]) => (await rowsIn(...parts)).rows.map(({ fields }) => fields)

const utf16 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle)
  return view.buffer
}

const formulae = { name: '=HYPERLINK("x")', manufacturer: '+Sun; "A", B;=1+1' }
const medicines: Medicine[] = [
  buildMedicine({ ...formulae, barcode: '0890103086523', mrp: 14 }),
  buildMedicine({ name: 'पैरासिटामोल 💊', expiryDate: '2027-02-28', costPrice: 9.99, currentStock: 0 }),
]
/** As a file has it: nothing for what is not set. */
const asFields = (medicine: Medicine) =>
  Object.fromEntries(
    medicineFieldNames.flatMap((field) => {
      const value = medicine[field]
      return value === null || value === undefined || value === '' ? [] : [[field, value]]
    }),
  )

describe('what is exported', () => {
  it.each([
    ['CSV', async () => toCatalogueCsv(medicines)],
    ['Excel', () => toCatalogueExcel(medicines)],
  ])('comes back the same: %s', async (_, write) => {
    expect(await fieldsIn(await write())).toEqual(medicines.map(asFields))
  })

  it('runs no formula', async () => {
    const text = await toCatalogueCsv(medicines).text()
    expect(text).toContain(`"'=HYPERLINK(""x"")"`)
    expect(text).not.toMatch(/(^|[,;\t\n])"?[=+@-]/)
  })
})

describe('a CSV file', () => {
  const priced = { name: 'Zinc', category: 'Vitamins', currentStock: 20, unitPrice: 1234.5 }
  const zinc = { ...priced, expiryDate: '2027-01-31' }

  it.each([
    ['commas', `${HEADER}\r\nZinc,Vitamins,20,"1,234.50",2027-01-31\r\n`],
    ['semicolons', `${HEADER.replaceAll(',', ';')}\nZinc;Vitamins;20;₹1,234.50;31/01/2027`],
    ['tabs', `${HEADER.replaceAll(',', '\t')}\nZinc\tVitamins\t20\tRs. 1234.5\tJan 2027`],
    [
      'empty lines and other names of columns',
      `\n\nname,CATEGORY,Qty,Price,exp\n\nZinc,Vitamins,20,1234.5,01/27\n,,,,`,
    ],
  ])('is read with %s', async (_, text) => {
    expect(await fieldsIn(text)).toEqual([zinc])
  })

  it.each([
    ['UTF-8 with a mark', ['\ufeff', `${HEADER}\nCafé,Other,1,2,\n`]],
    ['UTF-16 of Excel', [utf16(`\ufeff${HEADER}\nCafé,Other,1,2,\n`, true)]],
    ['UTF-16 the other way', [utf16(`${HEADER}\nCafé,Other,1,2,\n`, false)]],
    ['Windows-1252', ['Name,Category,Stock,Price\nCaf', new Uint8Array([0xe9]), ',Other,1,2\n']],
  ] satisfies [string, BlobPart[]][])('is read in %s', async (_, parts) => {
    expect(await fieldsIn(...parts)).toEqual([
      { name: 'Café', category: 'Other', currentStock: 1, unitPrice: 2 },
    ])
  })

  it('numbers its rows as a spreadsheet does, and finds a medicine that is there twice', async () => {
    const { headers, rows, doubles, unknown } = await rowsIn(
      ' ,\nName,Manufacturer,Barcode,Colour\nZinc,Cipla,,red\n\nZINC,cipla,,\nA,,4006381333931,\nB,,4006381333931,\n',
    )
    expect(headers).toEqual(['Name', 'Manufacturer', 'Barcode', 'Colour'])
    expect(rows.map(({ row }) => row)).toEqual([3, 5, 6, 7])
    expect([...doubles]).toEqual([
      [5, 3],
      [7, 6],
    ])
    expect(unknown).toEqual(['Colour'])
  })

  it('leaves what is no number or date for the server to refuse', async () => {
    expect(await fieldsIn('Name;Price\nA;4,50\nB;1,00,000.5')).toEqual([
      { name: 'A', unitPrice: '4,50' },
      { name: 'B', unitPrice: 100_000.5 },
    ])
    const [fields] = await fieldsIn(`${HEADER}\nZinc,Vitamins,many,1e3,31/31/2027`)
    expect(fields).toMatchObject({ currentStock: 'many', unitPrice: '1e3', expiryDate: '31/31/2027' })
  })
})

it('an Excel file has dates as dates and as serials, and codes as numbers', () => {
  const table = [
    ['Name', 'Expiry', 'Barcode'],
    ['A', new Date(Date.UTC(2027, 0, 31)), 8901030865237],
    ['B', 46418, null],
    ['C', 'Feb 2028', ''],
  ]
  expect(importRowsOf(table).rows.map(({ fields }) => fields)).toEqual([
    { name: 'A', expiryDate: '2027-01-31', barcode: '8901030865237' },
    { name: 'B', expiryDate: '2027-01-31' },
    { name: 'C', expiryDate: '2028-02-29' },
  ])
  const months = [...table.slice(0, 1), ['A', new Date(Date.UTC(2027, 11, 1))], ['B', 46_419]]
  const days = importRowsOf(months).rows.map(({ fields }) => fields.expiryDate)
  expect(days).toEqual(['2027-12-31', '2027-02-28'])
})

it.each([
  ['no name', ['Stock,Price\n1,2'], /must name the columns, and one of them must be “Medicine Name”/],
  ['no rows', [HEADER], /no medicines below/],
  [
    'an open quote',
    [`${HEADER}\nA,Other,1,2,\n"B,Other,1,2,\nC,Other,1,2,\n`],
    /quotation mark is not closed in line 3/,
  ],
  ['a broken Excel file', [new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0])], /cannot be read/],
  ['an old Excel file', [new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1])], /old Excel/],
  ['20 MB', [new Uint8Array(20 * 1024 * 1024)], /larger than 10 MB/],
  ['10,001 rows', [`Name\n${'A\n'.repeat(10_001)}`], /more than 10,000/],
] satisfies [string, BlobPart[], RegExp][])('is refused in words: %s', async (_, parts, why) => {
  await expect(rowsIn(...parts)).rejects.toThrow(why)
})

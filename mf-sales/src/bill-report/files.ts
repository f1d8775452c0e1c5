import type { BillLineRow, BillRow } from '@mms/contracts'

const rupees = (paise: number) => paise / 100
const kinds = { bill: 'Bill', note: 'Credit note' }

const taxHeaders = ['Taxable', 'CGST', 'SGST', 'IGST']
const taxCells = ({ taxable, cgst, sgst, igst }: BillRow | BillLineRow) =>
  [taxable, cgst, sgst, igst].map(rupees)

export const billHeaders = [
  ...['Number', 'Kind', 'For bill', 'Day', 'Time', 'Counter', 'Seller', 'Customer', 'Phone', 'GSTIN'],
  ...['Total', 'Round-off', 'Payable', ...taxHeaders, 'Cash', 'UPI', 'Card', 'Credit'],
]

export const billCells = (row: BillRow) => [
  ...[row.number, kinds[row.kind], row.creditOf, row.day, row.madeAt, row.counter, row.seller],
  ...[row.customer.name, row.customer.phone, row.customer.gstin],
  ...[row.total, row.roundOff, row.payable].map(rupees),
  ...taxCells(row),
  ...[row.cash, row.upi, row.card, row.credit].map(rupees),
]

export const lineHeaders = [
  ...['Number', 'Kind', 'Day', 'Time', 'Seller', 'Medicine', 'Manufacturer', 'HSN', 'Batches'],
  ...['Units', 'Units in a pack', 'Pack price', 'Pack MRP', 'Discount', 'Net', 'GST %', ...taxHeaders],
]

export const lineCells = (row: BillLineRow) => [
  ...[row.number, kinds[row.kind], row.day, row.madeAt, row.seller, row.name, row.manufacturer],
  ...[row.hsn, row.batches, row.units, row.packSize, rupees(row.packPrice)],
  ...[row.packMrp === null ? '' : rupees(row.packMrp), rupees(row.discount), rupees(row.net)],
  ...[row.rateBp / 100, ...taxCells(row)],
]

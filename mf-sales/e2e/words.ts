/** What the journeys of other teams find the page by: with a word of the page, only this file changes. */
export const sales = {
  heading: 'Sales & Inventory Management',
  form: 'Record New Transaction',
  medicine: /^Medicine/,
  quantity: 'Quantity',
  unitPrice: 'Unit Price',
  note: 'Note',
  waiting: 'Waiting to be sent',
  history: 'Transactions',
}

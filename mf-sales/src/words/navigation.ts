export const sales = 'Sales'
export const bills = 'Bills'
export const recordASale = 'Record a sale'
export const newBill = 'New bill'

export const undoesLast = (undoKey: string) => `Press ${undoKey} to undo the last one`
export const chooseExpired = 'Choose Expired to write it off.'
export const increase = 'Increase'
export const decrease = 'Decrease'
export const notePlaceholder = 'Enter any additional details'
export const unchanged = 'Unchanged'
export const lastCost = 'Last cost'
export const sellingPrice = 'Selling price'
export const cannotBeSold = (reason: string) => `${reason}: cannot be sold`
export const expiredNotSold = (expiryDate: string) => `Expired ${expiryDate}: cannot be sold`
export const whenLastConnected = ' when last connected'
export const unitsLeft = (units: string, when: string) => `${units} left${when}`
export const recordNewTransaction = 'Record New Transaction'
export const recording = 'Recording...'
export const notRecordedQuantity = (name: string, quantity: string | number) =>
  `${name} × ${quantity} was not recorded`
export const balance = (units: string) => `Balance ${units}`
export const thenChooseExpired = ' Choose Expired to write it off.'
export const medicineNotSold = (name: string, reason: string, todo: string) =>
  `${name} cannot be sold: ${reason}.${todo}`
export const reasonNeeded = 'This stock has not expired. Enter the reason.'
export const stockWithoutNumber = 'stock without a batch number'
export const batchNamed = (number: string) => `batch ${number}`
export const onHold = 'On hold'
export const wentIntoHeld = (units: string, batches: string) =>
  `Received ${units} into ${batches}, which cannot be sold`
export const notRecorded = (problem: string | undefined) => `Not recorded: ${problem}`
export const savedHere = 'Saved on this computer. It will be sent when you are online and signed in.'
export const salesInventoryManagement = 'Sales & Inventory Management'
export const anotherUnfinished = 'Another transaction is not finished'
export const recordOrClearFirst = (name: string) => `Record or clear it before ${name}.`

export const importMedicines = 'Import medicines'
export const importText = 'From a CSV or Excel file, at most 10,000 medicines.'
export const administratorsOnly = 'Only administrators can import medicines'
export const askAdministrator = 'Ask an administrator to import the file.'
export const importStopped = 'The import has stopped'
export const stoppedText = (problem: string) =>
  `${problem} Nothing is lost: rows already sent are not imported twice.`
export const readingFile = 'Reading the file...'
export const columnsText = (columns: string) =>
  `The first line names the columns: ${columns}. Only the name is needed.`
export const matchingText =
  'Medicines are matched by barcode, or else by name and manufacturer. New medicines are added, and need a category.'
export const emptyCellsText = 'Empty cells keep the stored value. Demand factors are not changed.'
export const chooseFile = 'Choose a file'
export const fileMedicines = 'File of medicines'
export const checking = 'Checking'
export const importing = 'Importing'
export const progress = (word: string, done: string, total: string) => `${word}... ${done} of ${total}`
export const rows = 'Rows'
export const notImported = (columns: string) => `Not imported: ${columns}`
export const columnsUnknown = 'These columns are unknown.'
export const setStockOfExisting = 'Set stock and expiry date of medicines that already exist'
export const stockOverwritten = (stockChanges: string, count: number) =>
  `${stockChanges} ${count === 1 ? 'adjustment' : 'adjustments'}. The new stock and dates ignore sales and deliveries made after the file was created.`
export const stockAdjusted =
  'Each difference of stock becomes an adjustment. New medicines always get stock and date.'
export const showMedicines = 'Show the medicines'
export const importAnotherFile = 'Import another file'
export const chooseAnotherFile = 'Choose another file'
export const importCount = (shown: string, count: number) =>
  `Import ${shown} ${count === 1 ? 'medicine' : 'medicines'}`
export const row = 'Row'
export const why = 'Reason'
export const saveRefusedRows = 'Save the refused rows'
export const failedLoadImports = 'Failed to load the imports'
export const loadingImports = 'Loading the imports...'
export const undoFile = (fileName: string) => `Undo ${fileName}`
export const imports = 'Imports'
export const changedSinceUndone = (kept: string) => `Not undone, because changed after the import: ${kept}`
export const more = ' and more'
export const nothingImportedYet = 'Nothing has been imported yet.'
export const undoImport = 'Undo the import'
export const undoing = 'Undoing...'
export const undoText = (fileName: string) =>
  `Medicines that ${fileName} added are deleted. Medicines that it changed get their earlier values back, unless they were changed again.`
export const undoFailed = 'The import could not be undone'
export const undoneCount = (undone: string) => `${undone} undone`
export const keptCount = (kept: string) => `${kept} kept`
export const leftCount = (left: string) => `${left} left`
export const added = 'Added'
export const fresh = 'New'
export const changed = 'Changed'
export const undone = 'Undone'
export const unchanged = 'Unchanged'
export const refused = 'Refused'
export const rowsFile = 'Rows of the file'
export const firstShown = (shown: number, rows: string) =>
  `The first ${shown} of ${rows}, refused rows first.`
export const stockChange = (sign: string, change: string) => `Stock ${sign}${change}`
export const alreadyInRow = (earlier: number) => `is already in row ${earlier}`

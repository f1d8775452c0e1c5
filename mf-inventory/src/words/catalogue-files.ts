export const fileTooLarge = 'The file is larger than 10 MB.'
export const oldExcel = 'This is an old Excel file. Save it as .xlsx or CSV and choose that file.'
export const unreadableExcel = 'The Excel file cannot be read. It may be damaged or protected by a password.'
export const unknownFileType = 'This is not a CSV or Excel file.'
export const unclosedQuote = (row: number) => `A quotation mark is not closed in line ${row} or after it.`
export const headerMissing = (header: string) =>
  `The first line must name the columns, and one of them must be “${header}”.`
export const noRows = 'There are no medicines below the header line.'
export const tooManyRows =
  'The file has more than 10,000 medicines. Split it and import the parts one after the other.'

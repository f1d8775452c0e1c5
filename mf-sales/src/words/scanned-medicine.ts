export const barcodeIgnored = (named: string) => `The barcode ${named} was ignored`
export const answerFirst = 'Answer the question on the screen, then scan again.'
export const stillLoading = 'Medicines are loading. Scan it again.'
export const unreadable = (named: string) => `No barcode could be read in “${named}”`
export const unknownBarcode = (barcode: string) => `No medicine has the barcode ${barcode}`

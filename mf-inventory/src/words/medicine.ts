export const countInTablets = 'Count in tablets…'
export const countedIn = (name: string, plural: string) => `${name} is counted in ${plural}`
export const countIn = (plural: string) => `Count in ${plural}`
export const convert = 'Convert'
export const unitsInPack = (units: string, packWord: string) => `${units} in a ${packWord}`
export const packSizeInvalid = (maxPackSize: number) => `Enter a whole number from 2 to ${maxPackSize}`
export const convertText =
  'Converts stock, batches and the minimum, and cannot be reversed. Earlier sales can then be returned, but not undone.'
export const notConverted = 'The medicine was not converted'
export const priceStays = (unitPrice: string, packWord: string, perUnit: string, unitWord: string) =>
  `The price stays ${unitPrice} per ${packWord}, ${perUnit} per ${unitWord}.`
export const hsn = (hsn: string) => `HSN ${hsn}`
export const schedule = (schedule: string) => `Schedule ${schedule}`
export const minimumOf = (minStockLevel: string) => `Min: ${minStockLevel}`
export const margin = 'Margin'
export const ofThePrice = 'of the price'
export const composition = 'Composition'

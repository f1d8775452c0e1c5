export const filterMedicine = 'Filter by Medicine'
export const allMedicines = 'All medicines'
export const pickerPlaceholder = 'Type a name, composition or maker'
export const clearMedicine = 'Clear the medicine'
export const typeName = 'Type a name'
export const similarName = 'Similar name'
export const similarNames = 'Similar names'
export const makerOrCategory = 'Only the maker or category matches, not the name'
export const foundByComposition = 'Found by composition'
export const digitsOnly = 'Digits alone can match any medicine'
export const onlyOne = 'One match: check the name'
export const matchCount = (total: number) => `${total} match`
export const droppedText = (dropped: string) => `“${dropped}” was removed: choose the medicine first. `
export const choosesFirst = (first: string, reason: string, isOpen: boolean) =>
  `${first}${reason}. Press ${isOpen ? '↓' : '↓ or Enter'} to choose`
export const failedLoadMedicines = 'Failed to load medicines'
export const enterRetries = (error: string) => `${error} Press Enter to try again.`
export const loadingMedicines = 'Loading medicines…'
export const noMedicineFound = 'No medicine found'
export const noneNamed = (named: string) => `No medicine “${named}”. Type again to replace it.`

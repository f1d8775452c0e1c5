import * as sharedWords from './shared.ts'

export const out = 'Out'
export const low = 'Low'
export const expiringSoon = 'Expiring soon'
export const filterNames = {
  'low-stock': 'Low Stock',
  expiring: sharedWords.expiringSoon,
  expired: sharedWords.expired,
} as const
/** If no order is chosen, the server sorts by name, expiry date or best match. */
export const sortNames = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  stock: 'Stock, lowest first',
  '-stock': 'Stock, highest first',
  price: 'Price, lowest first',
  '-price': 'Price, highest first',
  expiry: 'Expiry date, earliest first',
  '-expiry': 'Expiry date, latest first',
} as const
export const medicine = 'medicine'
export const filterMedicines = 'Filter medicines'
export const filter = 'Filter'
export const search = 'Search'
export const searchPlaceholder = 'Name, composition or manufacturer'
export const category = 'Category'
export const allCategories = 'All Categories'
export const noFilter = 'No Filter'
export const sortBy = 'Sort by'
export const defaultOrder = 'Default order'
export const failedFetchMedicines = 'Failed to fetch medicines'
export const similarNames = 'No such name. Similar names:'
export const medicines = 'medicines'
export const addFirstMedicine = 'Add Your First Medicine'
export const countFound = (count: string) => `${count} found`
export const countInCatalogue = (count: string) => `${count} in the catalogue`
export const exportCsv = 'Export to CSV'
export const exportExcel = 'Export to Excel'
export const importFile = 'Import'
export const compactRows = 'Compact rows'
export const comfortableRows = 'Comfortable rows'
export const exportedMedicines = (medicines: string) => `Exported ${medicines} medicines`
export const failedExportMedicines = 'Failed to export the medicines'
export const stockRemoved = (currentStock: string) =>
  `${currentStock} in stock will be removed from the stock figures.`
export const deleteText = 'Its sales and deliveries stay in the history, and can no longer be undone.'
export const name = 'Name'
export const hide = 'Hide'
export const minimumOf = (minStockLevel: string) => `Min: ${minStockLevel}`
export const startHere = 'Start with your own medicines, or load sample data to look around.'
export const askToAdd =
  'Only an administrator can add medicines. Ask the owner of the store, or load sample data to look around.'
export const noMedicinesFound = 'No Medicines Found'
export const noMedicineMatchesFilters = 'No medicine matches these filters.'
export const clearFilters = 'Clear filters'
export const perUnitAndPack = (perUnit: string, packPrice: string, packWord: string, units: string) =>
  `${perUnit} · ${packPrice} per ${packWord} of ${units}`
export const allMedicines = 'All medicines'
export const minimum = 'Min'

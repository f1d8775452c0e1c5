import type { StockCover } from '@mms/contracts'

export const addMedicine = 'Add Medicine'
export const figuresFailed = 'The figures could not be loaded'
export const totalMedicines = 'Total Medicines'
export const lowStockItems = 'Low Stock Items'
export const lowStockNoun = 'low stock items'
export const medicinesExpireSoon = 'medicines that expire soon'
export const expiredMedicines = 'expired medicines'
export const viewAllOf = (what: string) => `View all ${what}`
export const viewAll = 'View all'
export const noMedicinesYet = 'No medicines yet'
export const coverNames: Record<keyof StockCover, string> = {
  out: 'Out of stock',
  week: 'Up to 7 days',
  month: '8–30 days',
  quarter: '31–90 days',
  longer: 'Over 90 days',
  unsoldLow: 'No sales, at or below minimum',
  unsold: 'No sales, above minimum',
}
export const currentStockLevels = 'Current Stock Levels'
export const stockDaysText = 'Medicines by days of stock left, at the sales rate of the last 90 days'
export const furthestBelowMinimum = 'Furthest below minimum'
export const loadingStockLevels = 'Loading stock levels...'
export const stockLevelsFailed = 'The stock levels could not be loaded'
export const stockDaysChart = 'Current Stock Levels: medicines by days of stock'
export const stockLevelsChart = 'Current Stock Levels: current stock against minimum required'
export const currentStock = 'Current Stock'
export const minimumRequired = 'Minimum Required'

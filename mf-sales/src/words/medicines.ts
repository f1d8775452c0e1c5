import { DAY_MS } from '@mms/contracts'
import { storeToday } from '@mms/sdk'

export const chooseMedicineFromList = 'Choose a medicine from the list'
export const noneSaleable = (units: string) => `0 of ${units} can be sold`
export const stockCount = (units: string) => `${units} in stock`
export const stockAndWaiting = (inStock: string, units: string) => `${inStock}, ${units} waiting`
export const pricePerPack = (packPrice: string, packWord: string | undefined) =>
  `${packPrice} per ${packWord}`
export const expiredOn = (expiryDate: string) => `Expired ${expiryDate}`
export const expires = (expiryDate: string) => `Exp ${expiryDate}`
export const expiresIn = (inDays: string) => `Expires ${inDays}`

export const daysUntil = (date: string) => Math.round((Date.parse(date) - Date.parse(storeToday())) / DAY_MS)

export function inDays(date: string): string {
  const days = daysUntil(date)
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

export const leftSameSalt = (currentStock: string) => `${currentStock} left; same salt:`
export const otherForm = ', another form or strength'

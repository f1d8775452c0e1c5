export const chooseMedicineFromList = 'Choose a medicine from the list'
export const noneSaleable = (units: string) => `0 of ${units} can be sold`
export const stock = (units: string) => `${units} in stock`
export const stockAndWaiting = (inStock: string, units: string) => `${inStock}, ${units} waiting`
export const pricePerPack = (packPrice: string, packWord: string | undefined) =>
  `${packPrice} per ${packWord}`
export const expiredOn = (expiryDate: string) => `Expired ${expiryDate}`
export const expires = (expiryDate: string) => `Exp ${expiryDate}`
export const expiresIn = (inDays: string) => `Expires ${inDays}`
export const inDays = (days: number) => `in ${days} days`
export const leftSameSalt = (currentStock: string) => `${currentStock} left; same salt:`
export const otherForm = ', another form or strength'

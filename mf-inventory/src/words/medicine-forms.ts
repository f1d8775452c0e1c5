import type { taxClasses } from '@mms/contracts'
import * as sharedWords from './shared.ts'

export const selectCategory = 'Select a category'
export const barcodePlaceholder = 'Scan or type the code on the pack'
export const basicInformation = 'Basic Information'
export const optional = 'Optional'
export const fromName = 'From the name:'
export const use = (suggested: string) => `Use ${suggested}`
export const compositionHint =
  'Salts and strengths, joined by +. Medicines with the same salts are offered as substitutes.'
export const demandPredictionFactors = 'Demand Prediction Factors'
export const factorHint = '1.0 = normal demand, 2.0 = double demand'
export const isRight = 'Is this right?'
export const saveAnyway = 'Save anyway'
export const goBack = 'Go back'
export const withoutManufacturer = ' without a manufacturer'
export const byMaker = (manufacturer: string) => ` by ${manufacturer}`
export const inStockCount = (currentStock: string) => `${currentStock} in stock`
export const alreadyListed = (name: string, maker: string, stock: string) =>
  `${name}${maker} is already in the list, with ${stock}.`
export const expiredOn = (expiryDate: string) => `It expired on ${expiryDate}. Expired stock cannot be sold.`
export const priceChanges = (from: string, price: string) => `The price changes from ${from} to ${price}.`
export const otherCosts = (name: string, manufacturer: string, price: string) =>
  `${name} by ${manufacturer} costs ${price}`
export const priceAgainst = (price: string, known: string) => `The price is ${price}, but ${known}.`
export const priceAboveMrp = (price: string, mrp: string) =>
  `The price of ${price} is above the MRP of ${mrp}. Selling above the MRP is unlawful.`
export const stockChanged = 'a sale or delivery changed its stock'
export const demandLabels = {
  'demandFactors.seasonal': 'Is demand affected by seasons?',
  'demandFactors.seasonalTrend.winter': 'Winter',
  'demandFactors.seasonalTrend.spring': 'Spring',
  'demandFactors.seasonalTrend.summer': 'Summer',
  'demandFactors.seasonalTrend.fall': 'Fall',
  'demandFactors.climateDependent': 'Is demand affected by climate?',
  'demandFactors.climateFactors.rainy': 'Rainy',
  'demandFactors.climateFactors.dry': 'Dry',
  'demandFactors.climateFactors.cold': 'Cold',
  'demandFactors.climateFactors.hot': 'Hot',
} as const
export const packSizeHint = 'Units in a pack. Enter 1 if packs are never opened.'
export const taxClassNames: Record<(typeof taxClasses)[number], string> = {
  medicine: sharedWords.medicine,
  nil: 'Nil rate',
  standard: 'Standard',
}
export const hsnHint = '4, 6 or 8 digits'
export const none = 'None'
export const unitPrice = 'Unit Price'
export const mrpHint = (packWord: string) => `Printed on the ${packWord}. Never sell above it.`
export const costHint = 'Set by purchases. Only administrators can see it.'
export const stockPrice = 'Stock & Price'
export const pricePerPack = (packName: string, packWord: string) => `${packName} per ${packWord} (₹)`
export const pricePerUnit = (unitPrice: string, unitWord: string) => `${unitPrice} per ${unitWord}`
export const severalBatches = 'Several batches are in stock'
export const changeStockAndExpiry = 'Change stock and expiry dates'
export const onMedicinePage = 'on the medicine’s page'
export const batchByBatch = ', batch by batch.'
export const batchesInStock = 'Batches in stock'

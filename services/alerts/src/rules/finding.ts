import type {
  AlertSeverity,
  AlertType,
  Climate,
  DemandFactors,
  ReceivedBatches,
  Season,
} from '@mms/contracts'

/** A medicine as far as rules look at it. */
export interface JudgedMedicine {
  _id: string
  name: string
  composition?: string | null | undefined
  category: string
  currentStock: number
  minStockLevel: number
  /** Rupees. */
  unitPrice: number
  expiryDate: string | null
  /** Those in stock; absent where one date is that of all the stock. */
  batches?: ReceivedBatches
  demandFactors: DemandFactors
}

/** A cause that holds. */
export interface Finding {
  /** Names it among all of the medicine: a medicine has one open alert for each. */
  cause: string
  type: AlertType
  severity: AlertSeverity
  message: string
}

/** What analytics last said of the store. */
export interface Conditions {
  season: Season
  climate: Climate
  /** Units expected to be wanted of a medicine in the next days, by its id; others have no history. */
  expected: ReadonlyMap<string, { units: number; days: number }>
}

/** The medicines of one category, all together. */
export interface Category {
  /** Units that have not expired, and minimum levels. */
  usable: number
  minimum: number
}

/** The medicines of the same salts, of whatever category. */
export interface SameSalts {
  /** With more than the minimum that has not expired, the most first. */
  enough: SimilarMedicine[]
  /** At or below their minimum, by name. */
  low: SimilarMedicine[]
}

export interface SimilarMedicine {
  _id: string
  name: string
  usable: number
  /** Of two with the same key one is the other: salts, strengths and form. */
  compositionKey: string
}

/** What a rule goes by besides the medicine itself. */
export interface Situation {
  /** The store's date. */
  today: string
  /** So many days before it expires, stock is to go back to the distributor. */
  returnNoticeDays: number
  /** Null while analytics has never said them. */
  conditions: Conditions | null
  category: Category
  /** Empty where the salts of the medicine are not known. */
  sameSalts: SameSalts
}

/** The causes of one type that hold; null when that is not known now. A pure function. */
export type Rule = (medicine: JudgedMedicine, situation: Situation) => Finding[] | null

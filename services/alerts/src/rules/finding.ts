import type {
  AlertSeverity,
  AlertType,
  Climate,
  DemandFactors,
  ReceivedBatches,
  Season,
} from '@mms/contracts'

export interface JudgedMedicine {
  _id: string
  name: string
  composition?: string | null | undefined
  category: string
  currentStock: number
  minStockLevel: number
  /** In rupees. */
  unitPrice: number
  expiryDate: string | null
  batches?: ReceivedBatches
  demandFactors: DemandFactors
  /** Units per pack if the medicine was converted from packs, and when. */
  unitsTimes?: number | null | undefined
  countedAt?: string | null | undefined
}

export interface Finding {
  /** Unique per medicine among open alerts. */
  cause: string
  type: AlertType
  severity: AlertSeverity
  message: string
}

export interface Conditions {
  season: Season
  climate: Climate
  receivedAt: Date
  expected: ReadonlyMap<string, { units: number; days: number }>
}

export interface CategoryStock {
  usable: number
  minimum: number
}

export interface SameSaltsStock {
  enough: SimilarMedicine[]
  low: SimilarMedicine[]
}

export interface SimilarMedicine {
  _id: string
  name: string
  usable: number
  /** Equal for medicines of equal salts, strengths and form. */
  compositionKey: string
}

export interface Situation {
  today: string
  /** Days before expiry at which stock goes back to the distributor. */
  returnNoticeDays: number
  /** Null if analytics has never answered. */
  conditions: Conditions | null
  category: CategoryStock
  sameSalts: SameSaltsStock
}

/** Returns the causes of one type, or null if they cannot be known. Must be pure. */
export type Rule = (medicine: JudgedMedicine, situation: Situation) => Finding[] | null

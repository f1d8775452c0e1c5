import { formatRupees } from '@mms/ui'

export const formatPaise = (paise: number): string => formatRupees(paise / 100)

/** Rupees without the ₹ sign, for printed columns. Example: `1,234.50`. */
export const formatPlainPaise = (paise: number): string =>
  (paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Examples: `5 %`, `2.5 %`. */
export const formatBasisPoints = (basisPoints: number): string => `${basisPoints / 100} %`

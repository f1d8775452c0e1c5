import { z } from 'zod'

const factor = z.number().min(0).max(1_000).catch(1)
const seasonalTrend = z.object({ winter: factor, spring: factor, summer: factor, fall: factor })
const climateFactors = z.object({ rainy: factor, dry: factor, cold: factor, hot: factor })
const even = { winter: 1, spring: 1, summer: 1, fall: 1 }
const mild = { rainy: 1, dry: 1, cold: 1, hot: 1 }

/**
 * Multipliers as consumers read them: missing or invalid parts have no effect, unknown ones are ignored.
 * `demandFactorsSchema` validates input.
 */
export const receivedFactorsSchema = z
  .object({
    seasonal: z.boolean().catch(false),
    seasonalTrend: seasonalTrend.catch(even),
    climateDependent: z.boolean().catch(false),
    climateFactors: climateFactors.catch(mild),
  })
  .catch({ seasonal: false, seasonalTrend: even, climateDependent: false, climateFactors: mild })

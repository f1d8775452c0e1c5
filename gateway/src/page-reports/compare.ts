import { type Buckets, emptyFigures, type Figures } from './figures.ts'

/** Fewer views or measured pages of either build say nothing. */
export const MIN_OBSERVED = 100
/** Fewer problems than these may be one person's bad minute. */
const MIN_PROBLEMS = 5
/** A difference that is certain but small is no reason to end a canary. */
const MIN_RATIO = 1.5
/** How rarely equal builds may look this different. Low, since a canary is looked at again and again. */
const SIGNIFICANCE = 0.000_1

interface Rate {
  count: number
  among: number
}

/**
 * The probability that `canary` has at least its count if both have the same rate. Given the sum of two Poisson counts, one
 * of them is binomial with its share of what was observed: Przyborowski and Wilenski, "Homogeneity of results in testing
 * samples from Poisson series", Biometrika 31 (1940). For shares of a whole it is on the safe side.
 */
export function chanceOf(canary: Rate, stable: Rate): number {
  const total = canary.count + stable.count
  const share = canary.among / (canary.among + stable.among)
  let logTerm = canary.count * Math.log(share) + stable.count * Math.log(1 - share)
  for (let i = 1; i <= stable.count; i += 1) logTerm += Math.log((canary.count + i) / i)
  let sum = 0
  for (let k = canary.count; k <= total; k += 1) {
    sum += Math.exp(logTerm)
    logTerm += Math.log(((total - k) / (k + 1)) * (share / (1 - share)))
  }
  return Math.min(sum, 1)
}

const isHigher = (canary: Rate, stable: Rate) =>
  canary.count * stable.among >= MIN_RATIO * stable.count * canary.among &&
  chanceOf(canary, stable) < SIGNIFICANCE

const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0)
const QUANTILE = 0.75

/** The bucket of the 75th percentile (which web.dev/articles/vitals judges by), and what it lies at, as Prometheus computes it. */
export function p75Of(buckets: Buckets): { bound: number; value: number } | undefined {
  const rank = sum(buckets.values()) * QUANTILE
  let below = 0
  let lower = 0
  for (const [bound, count] of buckets) {
    if (count > 0 && below + count >= rank) {
      const value =
        bound === Number.POSITIVE_INFINITY ? lower : lower + (bound - lower) * ((rank - below) / count)
      return { bound, value }
    }
    below += count
    lower = bound
  }
  return undefined
}

/**
 * A vital is worse where the canary's 75th percentile is in a higher bucket than stable's, and more of its pages than of
 * stable's, beyond chance, are above the bucket of stable's.
 */
function isSlower(canary: Buckets, stable: Buckets): boolean {
  const [ours, theirs] = [p75Of(canary), p75Of(stable)]
  if (!ours || !theirs || ours.bound <= theirs.bound) return false
  const above = (buckets: Buckets): Rate => ({
    count: sum([...buckets].filter(([bound]) => bound > theirs.bound).map(([, count]) => count)),
    among: sum(buckets.values()),
  })
  const [slow, slowBefore] = [above(canary), above(stable)]
  return Math.min(slow.among, slowBefore.among) >= MIN_OBSERVED && isHigher(slow, slowBefore)
}

export const problemsPerThousand = ({ problems, views }: Figures) =>
  views === 0 ? 0 : (problems / views) * 1000

const vitals = [
  ['lcp', 'largest contentful paint'],
  ['inp', 'interaction to next paint'],
  ['cls', 'layout shift'],
] as const

/** Why a canary is worse than stable, a phrase each; none where it is not, or too little is known to say so. */
export function findWorse(canary = emptyFigures(), stable = emptyFigures()): string[] {
  const rates = [canary, stable].map(({ problems, views }) => ({ count: problems, among: views }))
  const [ours, theirs] = rates as [Rate, Rate]
  const isKnown = Math.min(ours.among, theirs.among) >= MIN_OBSERVED && ours.count >= MIN_PROBLEMS
  const problems =
    isKnown && isHigher(ours, theirs)
      ? [
          `${problemsPerThousand(canary).toFixed(1)} problems a thousand views instead of ${problemsPerThousand(stable).toFixed(1)}`,
        ]
      : []
  const slower = vitals.filter(([vital]) => isSlower(canary[vital], stable[vital]))
  return [...problems, ...slower.map(([, title]) => `a slower ${title}`)]
}

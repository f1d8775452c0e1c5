const numerator = [2.515517, 0.802853, 0.010328]
const denominator = [1, 1.432788, 0.189269, 0.001308]

const polynomial = (coefficients: number[], x: number) =>
  coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0)

/**
 * Returns the quantile of the standard normal distribution, to 4.5e-4.
 * Source: Abramowitz & Stegun, Handbook of Mathematical Functions, 26.2.23.
 * @example normalQuantile(0.975) // 1.96
 */
export function normalQuantile(p: number): number {
  const tail = Math.min(p, 1 - p)
  const x = Math.sqrt(-2 * Math.log(tail))
  const z = x - polynomial(numerator, x) / polynomial(denominator, x)
  return p < 0.5 ? -z : z
}

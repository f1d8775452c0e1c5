import { ALPHAS, LEVEL_POWER } from './settings.ts'

/** Number of first errors to ignore, because they depend on the initial level. */
const FEW = 6

/** Simple exponential smoothing with several constants, weighted by their one-step errors. NaN values are skipped. */
export class Level {
  private readonly levels = new Float64Array(ALPHAS.length)
  private readonly errors = new Float64Array(ALPHAS.length)
  private count = 0
  value = 0
  alpha = 0

  reset(): void {
    this.errors.fill(0)
    this.count = 0
  }

  update(value: number): void {
    if (Number.isNaN(value)) return
    const { levels, errors } = this
    this.count++
    const least = 1 / this.count
    const isScored = this.count > FEW
    for (let a = 0; a < levels.length; a++) {
      const error = value - (levels[a] as number)
      const alpha = ALPHAS[a] as number
      if (this.count === 1) levels[a] = value
      else levels[a] = (levels[a] as number) + (alpha > least ? alpha : least) * error
      if (isScored) errors[a] = (errors[a] as number) + error * error
    }
  }

  weigh(): number {
    const { levels, errors } = this
    let least = Number.POSITIVE_INFINITY
    for (let a = 0; a < errors.length; a++) least = Math.min(least, errors[a] as number)
    let weights = 0
    let level = 0
    let alpha = 0
    for (let a = 0; a < levels.length; a++) {
      const weight = ((least + 1e-12) / ((errors[a] as number) + 1e-12)) ** LEVEL_POWER
      weights += weight
      level += weight * (levels[a] as number)
      alpha += weight * (ALPHAS[a] as number)
    }
    this.value = level / weights
    this.alpha = alpha / weights
    return this.value
  }
}

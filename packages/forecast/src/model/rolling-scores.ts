/** Cumulative squared errors by period. The sum over any window is one subtraction. */
export class RollingScores {
  private readonly from: number
  private readonly length: number
  private readonly sums: Float64Array
  private readonly counts: Float64Array

  constructor(methods: number, from: number, end: number) {
    this.from = from
    this.length = end - from + 2
    this.sums = new Float64Array(methods * this.length)
    this.counts = new Float64Array(this.length)
  }

  /** Call it for each period in turn, even if its value is unknown. */
  open(t: number, isKnown: boolean): void {
    const i = t - this.from + 1
    for (let place = i; place < this.sums.length; place += this.length) {
      this.sums[place] = this.sums[place - 1] as number
    }
    this.counts[i] = (this.counts[i - 1] as number) + (isKnown ? 1 : 0)
  }

  add(method: number, t: number, squaredError: number): void {
    const place = method * this.length + t - this.from + 1
    this.sums[place] = (this.sums[place] as number) + squaredError
  }

  sum(method: number, end: number, window: number): number {
    const row = method * this.length
    const first = Math.max(0, end - window - this.from)
    return (this.sums[row + end - this.from] as number) - (this.sums[row + first] as number)
  }

  count(end: number, window: number): number {
    return (
      (this.counts[end - this.from] as number) -
      (this.counts[Math.max(0, end - window - this.from)] as number)
    )
  }
}

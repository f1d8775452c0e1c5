import { correctForStockOut, type History, type PeriodKind, periodDays } from '@mms/forecast'

const FIRST_ROOM = 64

export class PeriodRows {
  private start = 0
  private room = 0
  private sums = new Float64Array(0)
  private blanks = new Uint16Array(0)
  private first = Number.POSITIVE_INFINITY
  private last = Number.NEGATIVE_INFINITY

  /** NaN means unknown. Returns false if the period already had a row. */
  add(period: number, quantity: number): boolean {
    this.makeRoom(period)
    this.first = Math.min(this.first, period)
    this.last = Math.max(this.last, period)
    const i = period - this.start
    const sum = this.sums[i] as number
    const isNew = Number.isNaN(sum) && this.blanks[i] === 0
    if (Number.isNaN(quantity)) this.blanks[i] = (this.blanks[i] as number) + 1
    else this.sums[i] = (Number.isNaN(sum) ? 0 : sum) + quantity
    return isNew
  }

  get lastPeriod(): number {
    return this.last
  }

  /**
   * Excludes `end`. Returns reduce a period's quantity. Unknown days beside known ones count as days out of
   * stock.
   */
  history(kind: PeriodKind, end: number, zeroGaps: boolean): History {
    const values = new Float64Array(Math.max(0, end - this.first))
    for (let i = 0; i < values.length; i++) {
      const period = this.first + i
      const blanks = this.blanks[period - this.start] ?? 0
      const sum = this.sums[period - this.start] ?? Number.NaN
      const isGap = Number.isNaN(sum) && blanks === 0
      if (isGap) values[i] = zeroGaps ? 0 : Number.NaN
      else
        values[i] = Math.max(0, blanks > 0 ? correctForStockOut(sum, periodDays(kind, period), blanks) : sum)
    }
    return { start: this.first, values }
  }

  private makeRoom(period: number): void {
    if (this.room > 0 && period >= this.start && period < this.start + this.room) return
    const start = this.room === 0 ? period : Math.min(this.start, period)
    const end =
      this.room === 0 ? period + FIRST_ROOM : Math.max(this.start + this.room, period + 1 + this.room / 2)
    const sums = new Float64Array(Math.ceil(end) - start).fill(Number.NaN)
    const blanks = new Uint16Array(sums.length)
    sums.set(this.sums, this.room === 0 ? 0 : this.start - start)
    blanks.set(this.blanks, this.room === 0 ? 0 : this.start - start)
    Object.assign(this, { start, room: sums.length, sums, blanks })
  }
}

/** Units received together. The model is a plain list, as a shop would keep it on paper. */
export interface Lot {
  number: string | null
  /** Its number and earlier ones. */
  numbers: string[]
  expiry: string | null
  /** The expiry date before a form changed it. */
  firstExpiry: string | null
  status: 'available' | 'quarantined' | 'recalled'
  units: number
  /** Movements that were not undone. */
  moves: number
  /** Set if all its movements were undone. */
  isUndone?: true
  /** The service's id of the batch, once a movement line has named it. */
  batchId?: string
}

export type OracleLine = { lot: Lot; effect: number }
/** Lines of an applied movement; undefined for a refusal. */
export type Verdict = OracleLine[] | undefined

const NEVER = '9999-12-31'
const byDate = (a: Lot, b: Lot) => (a.expiry ?? NEVER).localeCompare(b.expiry ?? NEVER)

/** A model that predicts what happens to each unit. It shares no code with the service. */
export class UnitOracle {
  lots: Lot[] = []
  today: string
  /** Batch numbers under recall. */
  private recalled = new Set<string>()

  constructor(today: string) {
    this.today = today
  }

  private add(lot: Pick<Lot, 'number' | 'expiry'>): Lot {
    const numbers = lot.number === null ? [] : [lot.number]
    const added: Lot = { status: 'available', units: 0, moves: 0, numbers, firstExpiry: lot.expiry, ...lot }
    this.lots.push(added)
    return added
  }

  get inStock(): Lot[] {
    return this.lots.filter(({ units }) => units > 0)
  }
  get stock(): number {
    return this.lots.reduce((sum, { units }) => sum + units, 0)
  }
  get expiryDate(): string | null {
    const [first] = this.inStock.toSorted(byDate)
    if (first) return first.expiry
    return this.lots.filter(({ isUndone }) => !isUndone).at(-1)?.expiry ?? null
  }

  isGood = ({ status, expiry }: Lot, day: string): boolean =>
    status === 'available' && (expiry === null || expiry >= day)

  private apply(lines: OracleLine[]): OracleLine[] {
    for (const { lot, effect } of lines) {
      lot.units += effect
      if (effect !== 0) lot.moves += 1
      if (effect > 0) delete lot.isUndone
    }
    return lines.filter(({ effect }) => effect !== 0)
  }

  private take(lots: Lot[], units: number): Verdict {
    let left = units
    const lines = lots.map((lot) => {
      const taken = Math.min(left, lot.units)
      left -= taken
      return { lot, effect: -taken }
    })
    return left === 0 ? this.apply(lines) : undefined
  }

  private undated(): Lot {
    const open = this.lots.filter((lot) => lot.number === null && this.isGood(lot, this.today))
    const [stocked, empty] = [
      open.filter(({ units }) => units > 0),
      open.filter(({ units, isUndone }) => units === 0 && !isUndone),
    ]
    const best = stocked.toSorted(byDate).at(-1) ?? empty.toSorted(byDate).at(-1)
    return best ?? this.add({ number: null, expiry: null })
  }

  private dated(expiry: string | null): Lot {
    const same = this.lots.find(
      (lot) => lot.number === null && lot.status === 'available' && lot.expiry === expiry,
    )
    return same ?? this.add({ number: null, expiry })
  }

  receive(units: number, batch?: { number?: string; expiry?: string | null }): Verdict {
    const { number, expiry } = batch ?? {}
    if (number === undefined && expiry && expiry < this.today) return undefined
    if (number === undefined) {
      const lot = expiry === undefined ? this.undated() : this.dated(expiry)
      return this.apply([{ lot, effect: units }])
    }
    const there = this.lots.find((lot) => lot.number === number)
    const date = expiry === undefined ? (there?.expiry ?? null) : expiry
    if (date !== null && date < this.today) return undefined
    if (there && !there.isUndone && there.expiry !== date) return undefined
    const lot = there ?? this.add({ number, expiry: date })
    lot.expiry = date
    const lines = this.apply([{ lot, effect: units }])
    this.compareWithRecalls(lot)
    return lines
  }

  sell(units: number, day: string, named?: Lot): Verdict {
    if (named) return this.isGood(named, day) ? this.take([named], units) : undefined
    return this.take(this.lots.filter((lot) => this.isGood(lot, day)).toSorted(byDate), units)
  }

  takeOut(units: number, named?: Lot): Verdict {
    if (named) return this.take([named], units)
    const free = this.lots.filter(({ status }) => status === 'available').toSorted(byDate)
    const held = this.lots.filter(({ status }) => status !== 'available').toSorted(byDate)
    return this.take([...free, ...held], units)
  }

  count(units: number, named?: Lot): Verdict {
    if (named) return named.status === 'available' ? this.apply([{ lot: named, effect: units }]) : undefined
    if (this.stock === 0) return this.receive(units)
    const free = this.inStock.filter(({ status }) => status === 'available')
    const good = free.filter((lot) => this.isGood(lot, this.today))
    const [lot, ...others] = good.length > 0 ? good : free
    const isOne = lot && others.every(({ number, expiry }) => number === lot.number && expiry === lot.expiry)
    return isOne ? this.apply([{ lot, effect: units }]) : undefined
  }

  giveBack(units: number, sold: OracleLine[]): Verdict {
    const lines: OracleLine[] = []
    let left = units
    for (const { lot, effect } of sold) {
      const back = Math.min(left, -effect)
      left -= back
      if (back > 0) lines.push({ lot, effect: back })
    }
    if (left === 0) return this.apply(lines)
    const [next] = this.inStock.filter((lot) => this.isGood(lot, this.today)).toSorted(byDate)
    const lot =
      next ??
      this.inStock.toSorted(byDate).at(-1) ??
      this.lots.filter(({ number, isUndone }) => number === null && !isUndone).at(-1) ??
      this.undated()
    const same = lines.find((line) => line.lot === lot)
    if (same) same.effect += left
    else lines.push({ lot, effect: left })
    return this.apply(lines)
  }

  undo(lines: OracleLine[]): Verdict {
    if (lines.some(({ lot, effect }) => lot.units - effect < 0)) return undefined
    const applied = this.apply(lines.map(({ lot, effect }) => ({ lot, effect: -effect })))
    for (const { lot } of lines) {
      lot.moves -= 2
      const isTyped = lot.number === null && lot.expiry !== lot.firstExpiry
      if (lot.units === 0 && lot.moves === 0 && !isTyped) lot.isUndone = true
    }
    return applied
  }

  /** Holds a lot whose number is under recall. */
  compareWithRecalls(lot: Lot): void {
    if (lot.status === 'available' && lot.number !== null && this.recalled.has(lot.number))
      lot.status = 'recalled'
  }

  giveNumber(lot: Lot, number: string): void {
    lot.numbers.push(number)
    lot.number = number
    this.compareWithRecalls(lot)
  }

  hold(lot: Lot, action: string): void {
    if (action === 'quarantine' && lot.status === 'available') lot.status = 'quarantined'
    if (action === 'recall') lot.status = 'recalled'
    const staysHeld = lot.status === 'quarantined' && lot.numbers.some((number) => this.recalled.has(number))
    if (action === 'release') lot.status = staysHeld ? 'recalled' : 'available'
    if (lot.number !== null && action === 'recall') this.recalled.add(lot.number)
  }

  /** Edits by form: the only batch in stock, or none. If there are several, only the stock of unnumbered ones. */
  form(stock: number, expiry: string | null): boolean {
    const [only, another] = this.inStock
    const change = stock - this.stock
    const isSameDate = expiry === this.expiryDate
    if (change === 0 && isSameDate) return true
    const isPlain = this.inStock.every(({ number, status }) => number === null && status === 'available')
    if (another && !(isPlain && isSameDate)) return false
    if (another) {
      const good = this.inStock.filter((lot) => this.isGood(lot, this.today)).toSorted(byDate)
      if (change < 0) this.takeOut(-change)
      else this.apply([{ lot: good.at(-1) ?? this.dated(expiry), effect: change }])
      return true
    }
    if (change !== 0 && only && only.status !== 'available') return false
    const lot = only ?? (change > 0 ? this.dated(expiry) : undefined)
    if (lot) this.apply([{ lot, effect: change }])
    if (isSameDate || expiry === this.expiryDate) return true
    const current = this.inStock[0]
    if (current) current.expiry = expiry
    // A typed date counts as a movement, so that it stays after an undo.
    else this.add({ number: null, expiry }).moves = 1
    return true
  }
}

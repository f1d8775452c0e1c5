/** A shared resource, such as memory. Each client is limited to the amount left for the others. */
export interface Shares {
  take(who: string, amount: number): boolean
  give(who: string, amount: number): void
}

export function createShares(total: () => number): Shares {
  const taken = new Map<string, number>()
  let all = 0
  return {
    take(who, amount) {
      const own = (taken.get(who) ?? 0) + amount
      if (own > total() - all) return false
      all += amount
      taken.set(who, own)
      return true
    },
    give(who, amount) {
      all -= amount
      const own = (taken.get(who) ?? 0) - amount
      if (own > 0) taken.set(who, own)
      else taken.delete(who)
    },
  }
}

/** Reproducible pseudo-random numbers. */
export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  /** An integer; `low` and `high` are included. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(values: readonly T[]): T
  shuffle<T>(values: readonly T[]): T[]
  /** An independent generator, so that concurrent users do not affect each other's numbers. */
  fork(): Random
}

/** Random numbers from a seed (mulberry32), for samples, simulations and tests. Not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (low: number, high: number) => Math.floor(low + next() * (high - low + 1))
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (values) => values[int(0, values.length - 1)] as (typeof values)[number],
    shuffle: (values) =>
      values
        .map((value) => [next(), value] as const)
        .sort(([a], [b]) => a - b)
        .map(([, value]) => value),
    fork: () => createRandom(int(0, 2 ** 32 - 1)),
  }
}

import { createHash } from 'node:crypto'

/** Numbers that look random and are the same for the same seed (mulberry32). */
export interface Random {
  /** At least 0, less than 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  chance(probability: number): boolean
}

export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE()
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
  }
}

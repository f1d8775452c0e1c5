import { createRandom } from '@mms/service-kit/random'
import { describe, expect, it } from 'vitest'
import { byHand } from './by-hand.ts'
import { families } from './families.ts'
import { type Judged, judgeFamilies, judgeShelves } from './judge.ts'

/** Maximum share of needless questions. */
const MOST_NEEDLESS = 0.05

function expectMeant({ meant, wrong, needless }: Judged): void {
  expect(wrong).toEqual([])
  expect(needless.length / meant, needless.join('\n')).toBeLessThanOrEqual(MOST_NEEDLESS)
}

describe('a bare Enter takes the medicine that is meant, or none', () => {
  it('by rows that were written by hand', () => {
    expectMeant(judgeShelves(byHand))
  })

  it.each([45, 400, 10_000])('by spellings of brand families, among %i medicines', (size) => {
    const judged = judgeFamilies(families, size, createRandom(size))
    expect(judged.rows).toBeGreaterThan(9_000)
    expectMeant(judged)
  })
})

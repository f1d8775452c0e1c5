import { expect, test } from 'vitest'
import { unitsBeforeExpiry } from './write-offs.ts'

const TODAY = '2026-11-20'
const batch = (
  number: string | null,
  expiryDate: string | null,
  stock = 5,
  status = 'available' as const,
) => ({ _id: `id-${number}`, number, expiryDate, stock, status })
const old = batch('OLD', '2026-11-19')
const good = batch('GOOD', TODAY)
const undated = batch(null, null)

test.each([
  ['nothing of expired stock', 5, undefined, [undated, good, old], 0],
  ['what expired stock does not cover', 7, undefined, [undated, good, old], 2],
  ['all of a named batch', 4, { number: 'GOOD' }, [old, good], 4],
  ['nothing of a named batch that has expired', 4, { number: 'OLD' }, [good, old], 0],
  ['all of a batch named by its id', 4, { _id: 'id-null' }, [old, undated], 4],
  ['stock without a date', 5, undefined, [undated], 5],
  ['more than is in the books', 9, undefined, [old], 4],
  ['all of a medicine that is not known', 9, undefined, [], 9],
  ['first what is not on hold', 5, undefined, [batch('HELD', '2026-01-31', 5, 'recalled' as never), good], 5],
  ['a scanned pack by the books', 5, { number: 'NONE', expiryDate: '2020-01-31', scanned: true }, [good], 5],
] as const)('counts %s', (_, quantity, named, batches, units) => {
  expect(unitsBeforeExpiry({ quantity, batch: named }, batches, TODAY)).toBe(units)
})

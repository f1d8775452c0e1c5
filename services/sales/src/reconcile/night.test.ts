import { expect, test } from 'vitest'
import { nextNight } from './service.ts'

const TIME_ZONE = 'Asia/Kolkata'

test.each([
  ['2026-11-20T06:30:00Z', '2026-11-20T21:30:00.000Z'],
  ['2026-11-20T21:29:59Z', '2026-11-20T21:30:00.000Z'],
  ['2026-11-20T21:30:00Z', '2026-11-21T21:30:00.000Z'],
  ['2026-11-20T18:29:00Z', '2026-11-20T21:30:00.000Z'],
])('after %s the next night of the store is %s', (now, night) => {
  expect(nextNight(new Date(now), TIME_ZONE).toISOString()).toBe(night)
})

import { addDays } from '@mms/contracts'
import { describe, expect, test } from 'vitest'
import { type DayWeather, observedClimate } from './weather-client.ts'

const TODAY = '2026-07-15'
const dry = { tmax: 26, tmin: 14, rain: 0 }
const wet = { tmax: 26, tmin: 20, rain: 10 }

/** Weather of the 44 days before today and the 14 days from it on. `weather` gets the number of days from today. */
const build = (weather: (day: number) => Omit<DayWeather, 'date'>) =>
  Array.from({ length: 58 }, (_, index) => ({ date: addDays(TODAY, index - 44), ...weather(index - 44) }))

const observed = (weather: Parameters<typeof build>[0]) => observedClimate(build(weather), TODAY)

describe('the climate of the weather', () => {
  test('is told from the days around today, rain scaled to a month', () => {
    expect(observed(() => dry)).toEqual({
      climate: 'dry',
      basis: 'weather of the last and the next 14 days: 20 °C on average, 0 mm of rain on 0 days in a month',
    })
    const basis = expect.stringContaining('300 mm of rain on 30 days')
    expect(observed(() => wet)).toMatchObject({ climate: 'rainy', basis })
  })

  test('changes once another has held for a week', () => {
    // With rain from day 0, day −8 is the first with six rainy days around it. A week later the change counts.
    const rainFrom = (first: number) => observed((day) => (day >= first ? wet : dry))
    expect(rainFrom(-1)?.climate).toBe('rainy')
    expect(rainFrom(8)?.climate).toBe('dry')
    expect(rainFrom(2)?.climate).toBe('rainy')
    expect(rainFrom(3)?.climate).toBe('dry')
  })

  test('bridges some unknown days, and is not told from fewer than half of them', () => {
    const some = build(() => wet).filter((_, index) => index % 3 !== 0)
    expect(observedClimate(some, TODAY)?.climate).toBe('rainy')
    const few = build(() => dry).filter(({ date }) => date < addDays(TODAY, -1))
    for (const days of [few, []]) expect(observedClimate(days, TODAY)).toBeUndefined()
  })
})

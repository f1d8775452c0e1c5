import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { events, useSuiteEvent } from './events.ts'

it('reaches a component while it is on the page, with its latest handler', () => {
  const heard: string[] = []
  const { rerender, unmount } = renderHook(
    ({ name }) =>
      useSuiteEvent('medicines-changed', ({ medicineIds }) => heard.push(`${name} ${medicineIds}`)),
    { initialProps: { name: 'first' } },
  )
  events.emit('medicines-changed', { medicineIds: ['1'] })
  rerender({ name: 'second' })
  events.emit('medicines-changed', { medicineIds: ['2'] })
  unmount()
  events.emit('medicines-changed', { medicineIds: ['3'] })
  expect(heard).toEqual(['first 1', 'second 2'])
})

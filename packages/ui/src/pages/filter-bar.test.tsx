import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { TextField } from '../fields/text-field.tsx'
import { UiProvider } from '../theme/ui-provider.tsx'
import { FilterBar } from './filter-bar.tsx'

function show(count: number) {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const onClear = vi.fn()
  render(
    <UiProvider>
      <FilterBar
        label="Filter medicines"
        count={count}
        wide="lg"
        columns="2fr"
        submitLabel="Search"
        onSubmit={onSubmit}
        onClear={onClear}
      >
        <TextField label="Name" />
      </FilterBar>
    </UiProvider>,
  )
  return { onSubmit, onClear }
}

it('filters by its button, and clears by the other without submitting', () => {
  const { onSubmit, onClear } = show(0)
  screen.getByRole('form', { name: 'Filter medicines' })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect([onSubmit.mock.calls.length, onClear.mock.calls.length]).toEqual([1, 1])
})

it('says on a phone how many filters are set, and folds its fields', () => {
  show(2)
  // Not drawn at this width, so it has no name for a screen reader.
  const fold = screen.getByText('Filters (2 set)')
  const fields = document.getElementById(fold.getAttribute('aria-controls') ?? '')
  expect(fields?.contains(screen.getByRole('textbox', { name: 'Name' }))).toBe(true)
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(fold)
  expect(fold.getAttribute('aria-expanded')).toBe('true')
})

import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { TextField } from '../fields/text-field.tsx'
import { UiProvider } from '../theme/ui-provider.tsx'
import { FilterBar } from './filter-bar.tsx'

it('filters by its button, clears by the other without submitting, and folds its fields on a phone', () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const onClear = vi.fn()
  const texts = { label: 'Filter medicines', wide: 'lg', columns: '2fr', submitLabel: 'Search' } as const
  const bar = (
    <FilterBar {...texts} count={2} onSubmit={onSubmit} onClear={onClear}>
      <TextField label="Name" />
    </FilterBar>
  )
  render(bar, { wrapper: UiProvider })
  screen.getByRole('form', { name: 'Filter medicines' })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect([onSubmit.mock.calls.length, onClear.mock.calls.length]).toEqual([1, 1])
  // Not drawn at this width, so it has no name for a screen reader.
  const fold = screen.getByText('Filters (2 set)')
  const fields = document.getElementById(fold.getAttribute('aria-controls') ?? '')
  expect(fields?.contains(screen.getByRole('textbox', { name: 'Name' }))).toBe(true)
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(fold)
  expect(fold.getAttribute('aria-expanded')).toBe('true')
})

import { quickly, signInAs, typeNow } from '@mms/sdk/test-support'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { showList } from '../../test/pages.tsx'
import { buildMedicine, type } from '../../test/support.tsx'

// What is shown, and where a name has spaces, is what rules say.
document.documentElement.dataset.theme = 'whole'

beforeEach(() => signInAs('admin'))

describe('filters', () => {
  it('keep what is chosen while Clear is still on its way', async () => {
    const { calls, location } = showList([buildMedicine()], {}, '/medicines?filter=expiring')
    await screen.findByRole('table')
    await quickly(
      () => screen.getByRole('button', { name: 'Clear' }).click(),
      () => typeNow(screen.getByLabelText('Search'), 'amox'),
    )
    await expect.poll(() => String(calls.at(-1)?.query)).toBe('search=amox&limit=50')
    expect(location()).toBe('/medicines?search=amox')
    expect(screen.getByLabelText('Search')).toHaveProperty('value', 'amox')
  })

  it('count while typing, without a press or a history entry', async () => {
    const { calls, location, router } = showList([buildMedicine()])
    await screen.findByRole('table')
    type('Search', 'amox ')
    await expect.poll(() => String(calls.at(-1)?.query)).toBe('search=amox&limit=50')
    expect(location()).toBe('/medicines?search=amox')
    expect(router.state.historyAction).toBe('REPLACE')
  })

  it('are one press away for what needs attention, with its count', async () => {
    const summary = { total: 1_200, lowStock: 1_018, expiringSoon: 0, expired: 3 }
    const stubs = { 'GET /api/medicines/summary': summary }
    const { location } = showList([buildMedicine()], stubs, '/medicines?category=Vitamins')
    const low = await screen.findByRole('button', { name: 'Low Stock 1,018', pressed: false })
    screen.getByRole('button', { name: 'Expiring Soon 0' })
    fireEvent.click(low)
    expect(location()).toBe('/medicines?category=Vitamins&filter=low-stock')
    fireEvent.click(screen.getByRole('button', { name: 'Low Stock 1,018', pressed: true }))
    expect(location()).toBe('/medicines?category=Vitamins')
  })

  it('count as soon as they are chosen, with what was typed before', async () => {
    const { calls, location } = showList([buildMedicine()])
    await screen.findByRole('option', { name: 'Vitamins' })
    type('Search', 'amox')
    type('Category', 'Vitamins')
    await expect.poll(() => String(calls.at(-1)?.query)).toBe('search=amox&category=Vitamins&limit=50')
    type('Filter', 'low-stock')
    await expect.poll(() => calls.at(-1)?.query.get('filter')).toBe('low-stock')
    expect(location()).toBe('/medicines?search=amox&category=Vitamins&filter=low-stock')
  })

  it('give way to Back', async () => {
    const { router } = showList([buildMedicine()])
    await screen.findByRole('table')
    type('Filter', 'low-stock')
    type('Search', 'amox')
    await act(() => router.navigate(-1))
    expect(screen.getByLabelText('Filter')).toHaveProperty('value', '')
    expect(screen.getByLabelText('Search')).toHaveProperty('value', '')
    await act(() => router.navigate(1))
    expect(screen.getByLabelText('Filter')).toHaveProperty('value', 'low-stock')
  })

  it('that nothing matches offer to be cleared, not sample data', async () => {
    showList([], {}, '/medicines?search=zzz')
    expect(await screen.findByText('No Medicines Found')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Load Sample Data' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Clear filters' })).toBeTruthy()
  })
})

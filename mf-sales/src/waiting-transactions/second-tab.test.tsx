import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { build, form, keyOf, openSales, posts } from '../../test/support.tsx'

const amoxicillin = build.medicine({ name: 'Amoxicillin', currentStock: 40 })
const recorded = () => screen.findByText(/^Transaction recorded successfully/, {}, { timeout: 8_000 })

describe('a second tab', () => {
  /** What the other tab of the browser does to the storage that both share. */
  const inOtherTab = (key: string, body: object) => {
    const name = `mms.outbox.user-staff.${key}`
    const entry = {
      key,
      path: '/api/transactions',
      body,
      title: '',
      state: 'sending',
      at: '',
      userId: 'user-staff',
    }
    fireEvent(
      window,
      new StorageEvent('storage', { key: name, oldValue: null, newValue: JSON.stringify(entry) }),
    )
  }
  const read = () => JSON.parse(localStorage.getItem('mms.sales.draft.user-staff') ?? '{}')

  it('that submits the draft that both show clears it here', async () => {
    const { calls } = openSales([amoxicillin])
    await form.choose('Amox')
    const sale = {
      medicineId: amoxicillin._id,
      type: 'sale',
      quantity: 1,
      packSize: 1,
      unitPrice: 12.5,
      note: '',
    }
    inOtherTab(read().key, sale)
    await expect.poll(() => form.picker().value).toBe('')
    expect(posts(calls)).toEqual([])
  })

  it('that submits it with other contents leaves these, under a key of their own', async () => {
    const { calls } = openSales([amoxicillin])
    await form.choose('Amox')
    const { key } = read()
    inOtherTab(key, { quantity: 5 })
    expect(form.picker().value).toBe('Amoxicillin')
    form.submit()
    await recorded()
    expect(keyOf(posts(calls)[0])).not.toBe(key)
  })
})
